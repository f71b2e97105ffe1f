import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { badRequestResponse, errorResponse } from '../../src/http/errors.js';

/** The errors that nginx sends itself: `return STATUS 'BODY';`. */
const errors = [...readFileSync('docker/proxy/directory.conf', 'utf8').matchAll(/return (\d+) '(.*)';/g)].map(
  ([, status, body]) => [Number(status), JSON.parse(body!)] as const,
);

test('docker/proxy/directory.conf has its own error responses', () => {
  expect(errors.map(([status]) => status)).toEqual([400, 405, 431, 408, 503]);
});

test.each(errors)('the %s of docker/proxy/directory.conf has the body of the server', (status, body) => {
  const response = status === 400 ? badRequestResponse(body.details) : errorResponse(status);
  expect(body).toEqual(JSON.parse(response.body.toString()));
});
