import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import express, { type Response } from 'express';
import { expressMessageClasses, overrideResponseMethods } from '../../src/http/express-messages.js';
import { type ResponseWriter } from '../../src/http/response-writer.js';

/** An Express application whose server makes its requests and responses with some classes. */
async function responseOf(classesOf: (app: express.Express) => object): Promise<[string, string | null]> {
  const app = express();
  const writer = {
    sendBody: (response: Response, body: string) => response.end(`sent: ${body}`),
    completeHead: (response: Response) => response.setHeader('X-Completed', 'yes'),
  };
  overrideResponseMethods(app.response, () => writer as unknown as ResponseWriter);
  app.get('/', (request, response) => {
    response.json({ host: request.hostname, accepts: request.accepts('json') });
  });
  const server = createServer(classesOf(app), app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const result: [string, string | null] = [await response.text(), response.headers.get('x-completed')];
  server.close();
  server.closeAllConnections();
  return result;
}

describe('The prototypes of requests and responses', () => {
  test('are those of Express from the start', async () => {
    expect(await responseOf(expressMessageClasses)).toEqual([
      'sent: {"host":"127.0.0.1","accepts":"json"}',
      'yes',
    ]);
  });

  test('are changed by Express as usual, with the same responses, where it does not use them', async () => {
    const ofNode = await responseOf(() => ({}));
    const notTaken = await responseOf((app) => {
      const { request, response } = app;
      const classes = expressMessageClasses(app);
      Object.assign(app, { request, response });
      return classes;
    });
    expect(ofNode).toEqual(await responseOf(expressMessageClasses));
    expect(notTaken).toEqual(ofNode);
  });
});
