import { expect, test } from '@jest/globals';
import { openDirectory } from '../support/directory.js';
import { RawConnection } from '../support/raw-connection.js';
import { waitFor } from '../support/wait-for.js';

test('a body that comes too slowly is 408, after half a minute', async () => {
  const directory = await openDirectory();
  const connection = await RawConnection.open(directory.port);
  connection.send('POST /programs-batch HTTP/1.1', 'Host: a.example', `x-api-key: ${directory.key}`);
  connection.send('', 'Content-Type: application/json', 'Content-Length: 1000', '', '{"urls":[');
  const dripping = setInterval(() => connection.send(' '), 1000);
  await waitFor(() => Promise.resolve(connection.unread.length > 0), 32_000);
  clearInterval(dripping);
  const { status, body } = await connection.reply();
  expect([status, body]).toEqual([408, '{"error":true,"message":"Request timeout"}']);
  await connection.end();
  await directory.close();
});
