import { afterEach, afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type Logger } from 'pino';
import { LOGGER } from '../../src/monitoring/logger.js';
import { ManagementServer } from '../../src/monitoring/management-server.js';
import { type Directory, openDirectory } from '../program/directory.js';
import { RawConnection } from '../client/raw-connection.js';
import { sendRequest } from '../client/http-client.js';

describe("A request that Node's HTTP parser rejects is logged and counted:", () => {
  let directory: Directory;
  let connection: RawConnection;
  let lines: jest.SpiedFunction<Logger['info']>;
  beforeAll(async () => {
    directory = await openDirectory({ MANAGEMENT_PORT: '0' });
  });
  afterAll(() => directory.close());
  beforeEach(() => {
    lines = jest.spyOn(directory.app.get<Logger>(LOGGER), 'info');
  });
  afterEach(() => {
    connection.close();
    lines.mockRestore();
  });

  const linesOfRequests = () => lines.mock.calls.filter(([line]) => 'requestId' in (line as object));

  async function sends(...parts: string[]) {
    connection = await RawConnection.open(directory.port);
    return (await connection.send(...parts).reply()).headers['x-request-id'];
  }

  async function counted(beginning: string): Promise<number> {
    const { text } = await sendRequest(directory.app.get(ManagementServer).port!, 'GET', '/metrics', {});
    const line = text.split('\n').find((each) => each.startsWith(beginning));
    return Number(line?.split(' ').at(-1) ?? 0);
  }
  const unread = (status: number) => counted(`directory_requests_rejected_total{status="${status}"}`);

  test.each([
    [400, 'garbage with \x1b[31m bytes\r\n\r\n'],
    [431, `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(17_000)}\r\n\r\n`],
    [404, 'CONNECT evil.example:443 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])(
    '%i, with a log line that has the request id of the response and nothing else of the request',
    async (status, sent) => {
      const before = await unread(status);
      const requestId = await sends(sent);
      expect(linesOfRequests()).toEqual([[{ requestId, status }]]);
      expect(await unread(status)).toBe(before + 1);
    },
  );

  test('408 for headers that are not sent', async () => {
    const server = directory.app.getHttpServer();
    const { headersTimeout } = server;
    server.headersTimeout = 200;
    const requestId = await sends('GET /programs HTTP/1.1\r\nHost: a\r\n');
    server.headersTimeout = headersTimeout;
    expect(linesOfRequests()).toEqual([[{ requestId, status: 408 }]]);
    expect(await unread(408)).toBe(1);
  });

  test('in the middle of a body, with the route of the request', async () => {
    const labels = 'method="POST",route="/programs-batch",status="400"';
    const head = [
      `X-Api-Key: ${directory.key}`,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    ];
    await sends('POST /programs-batch HTTP/1.1', 'Host: a', ...head, '', 'zz', '', '');
    expect(await counted(`http_server_request_duration_seconds_count{${labels}`)).toBe(1);
  });

  test('once a connection, whatever else is sent on it', async () => {
    await sends('garbage\r\n\r\n'.repeat(1000));
    connection.send('garbage\r\n\r\n'.repeat(1000));
    await connection.end();
    expect(lines).toHaveBeenCalledTimes(1);
  });
});
