import { type IncomingMessage, type ServerResponse } from 'node:http';
import { describe, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { readConfig } from '../../src/config/config.js';
import { RequestContext } from '../../src/http/request-context.js';
import { AccessLog } from '../../src/monitoring/access-log.js';
import { BufferedLogStream } from '../../src/monitoring/buffered-log-stream.js';
import { createLogger, isoTime } from '../../src/monitoring/logger.js';
import { Metrics } from '../../src/monitoring/metrics.js';

const config = (level: string) => readConfig({ DATABASE_URL: 'postgres://a.invalid', LOG_LEVEL: level });

function contextOf(url: string, method = 'GET'): RequestContext {
  const request = { url, method, headers: { 'x-request-id': 'mine' }, socket: {} };
  return new RequestContext(request as unknown as IncomingMessage, {} as ServerResponse);
}

/** The lines that the log writes at a level, for one response each. */
function linesAt(level: string, write: (log: AccessLog) => void): string[] {
  const lines: string[] = [];
  const spies = [
    jest.spyOn(BufferedLogStream.prototype, 'writeAscii').mockImplementation((line) => void lines.push(line)),
    jest.spyOn(BufferedLogStream.prototype, 'write').mockImplementation((line) => void lines.push(line)),
  ];
  write(new AccessLog(createLogger(config(level)), new Metrics(config(level))));
  spies.forEach((spy) => spy.mockRestore());
  return lines;
}

describe('the line of a response in the log', () => {
  const client = { id: 7, plan: 'enterprise' };
  test.each([
    ['/programs', 200, {}, 'info'],
    ['/programs', 200, { client, source: 'memory' }, 'info'],
    ['/networks?sort=name', 304, { client, source: 'database' }, 'info'],
    ['/a"b\\c', 404, {}, 'info'],
    ['/caf%C3%A9/\u0001', 404, {}, 'info'],
    ['/programs', 500, { client }, 'error'],
    ['/programs', 502, { client }, 'error'],
    ['/programs', 503, {}, 'warn'],
  ] as const)('is what pino would write: %s %i', (url, status, learned, level) => {
    const context = Object.assign(contextOf(url), learned);
    const [line] = linesAt('info', (log) => log.responded(context, status));
    const { ms, time } = JSON.parse(line!) as { ms: number; time: string };

    const expected: string[] = [];
    const logger = pino(
      { base: null, timestamp: () => `,"time":"${time}"` },
      { write: (text: string) => void expected.push(text) },
    );
    logger[level]({
      requestId: 'mine',
      method: 'GET',
      path: url.split('?')[0],
      status,
      ms,
      ...('client' in learned && { keyId: 7, plan: 'enterprise' }),
      ...('source' in learned && { source: learned.source }),
    });
    // A number is written with three decimals, also where the last are zero.
    expect(line!.replace(/"ms":[\d.]+/, `"ms":${ms}`)).toBe(expected[0]);
    expect(Date.parse(time)).toBeLessThanOrEqual(Date.now());
    expect(isoTime()).toMatch(/^,"time":"/);
  });

  test.each([
    ['info', [200, 503, 500]],
    ['warn', [503, 500]],
    ['error', [500]],
    ['fatal', []],
  ])('is written from its level on: LOG_LEVEL=%s', (level, expected) => {
    const lines = linesAt(level, (log) => {
      for (const status of [200, 503, 500]) log.responded(contextOf('/programs'), status);
    });
    expect(lines.map((line) => (JSON.parse(line) as { status: number }).status)).toEqual(expected);
  });
});
