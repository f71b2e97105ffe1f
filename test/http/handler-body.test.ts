import { type ExecutionContext } from '@nestjs/common';
import { describe, expect, test } from '@jest/globals';
import { hasBody, hasParameterMetadata } from '../../src/http/handler-body.js';

describe('whether a handler takes a JSON body', () => {
  test('is known from the metadata of its parameters with this version of Nest', () => {
    expect(hasParameterMetadata).toBe(true);
  });

  test.each([
    ['POST', { 'content-type': 'application/json' }, true],
    ['POST', { 'content-length': '2' }, true],
    ['PATCH', { 'transfer-encoding': 'chunked' }, true],
    ['POST', { 'content-length': '0' }, false],
    ['DELETE', {}, false],
    ['GET', { 'content-type': 'application/json' }, false],
  ])('hasBody() decides by the request: %s with %j', (method, headers, expected) => {
    const context = { switchToHttp: () => ({ getRequest: () => ({ method, headers }) }) };
    expect(hasBody(context as unknown as ExecutionContext)).toBe(expected);
  });
});
