import { expect, test } from '@jest/globals';
import { createToken } from '../../src/tokens/api-key-token.js';
import { openDirectory } from '../program/directory.js';
import { addKey } from '../database/api-key-rows.js';
import { RawConnection } from '../client/raw-connection.js';

test('a key that is missing, malformed, unknown, expired, revoked or without access gets a response with the same bytes', async () => {
  const directory = await openDirectory();
  const { database, port } = directory;
  const past = new Date(Date.now() - 1000);
  const keys = [
    undefined,
    '',
    'apd_x',
    createToken(),
    await addKey(database, { expiresAt: past }),
    await addKey(database, { revokedAt: past }),
    await addKey(database, { plan: 'free' }),
  ];
  // With a page in memory and without.
  for (const path of ['/networks', '/networks?page=2']) {
    await directory.get('/networks');
    const answers = new Set<string>();
    for (const key of keys) {
      const connection = await RawConnection.open(port);
      const field = key === undefined ? [] : [`x-api-key: ${key}`];
      connection.send(
        `GET ${path} HTTP/1.1`,
        'Host: a.example',
        'X-Request-Id: same',
        ...field,
        'Connection: close',
        '',
        '',
      );
      answers.add((await connection.end()).replace(/^Date: .*\r\n/m, ''));
    }
    expect([...answers]).toEqual([expect.stringMatching(/^HTTP\/1.1 401 [^]*"Wrong API key"}$/)]);
  }
  await directory.close();
});
