import { createServer, type Server } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type Request, type Response } from 'express';
import { Answer } from './answer.js';
import { Exchange } from './exchange.js';
import { type FrontDoor } from './front-door.js';
import { answerParserErrors } from './parser-errors.js';
import { type Sender } from './sender.js';

const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 1000,
  /** The front door says it in JSON. */
  requireHostHeader: false,
};

/** Express with the front door before it, and with `Sender` for all that it answers. */
export class DirectoryAdapter extends ExpressAdapter {
  private frontDoor!: FrontDoor;
  private sender!: Sender;

  constructor() {
    const instance: Express = express();
    instance.set('case sensitive routing', true);
    instance.set('strict routing', true);
    instance.disable('x-powered-by');
    instance.disable('etag');
    super(instance);
  }

  /** Must be called before the first request, with what Nest has built. */
  open(frontDoor: FrontDoor, sender: Sender): void {
    this.frontDoor = frontDoor;
    this.sender = sender;
    const listener = this.frontDoor.leadingTo(this.getInstance<Express>());
    const server = this.getHttpServer() as Server;
    server.on('request', listener);
    // Whoever waits for a leave to send a body gets it when the body is wanted.
    server.on('checkContinue', listener);
    server.on('checkExpectation', listener);
    answerParserErrors(server);
  }

  override initHttpServer(): void {
    this.setHttpServer(createServer(LIMITS));
  }

  override reply(response: Response, body: unknown, status?: number): unknown {
    if (!(body instanceof Answer)) return super.reply(response, body, status);
    this.sender.send(Exchange.of(response.req as Request), body);
    return undefined;
  }
}
