import { type RequestListener } from 'node:http';
import { parse } from 'node:querystring';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type Request, type Response } from 'express';
import { type Config } from '../config/config.js';
import { Answer } from './answer.js';
import { Exchange } from './exchange.js';
import { type FrontDoor } from './front-door.js';
import { messagesOf } from './messages.js';
import { type Sender } from './sender.js';
import { createServer } from './server.js';

/** Express with the front door before it, and with `Sender` for all that it answers. */
export class DirectoryAdapter extends ExpressAdapter {
  private listener: RequestListener | undefined;
  private sender: Sender | undefined;

  constructor(private readonly config: Config) {
    const instance: Express = express();
    instance.set('case sensitive routing', true);
    instance.set('strict routing', true);
    // The parser's own bound of 1000 would let what stands behind it pass unseen; the bound is that of the headers.
    instance.set('query parser', (query: string | null) => parse(query ?? '', '&', '=', { maxKeys: 0 }));
    instance.disable('x-powered-by');
    instance.disable('etag');
    super(instance);
  }

  /** Must be called before the first request, with what Nest has built. */
  open(frontDoor: FrontDoor, sender: Sender): void {
    this.listener = frontDoor.leadingTo(this.getInstance<Express>());
    this.sender = sender;
  }

  override initHttpServer(): void {
    const messages = messagesOf(this.getInstance<Express>());
    this.setHttpServer(
      createServer(this.config, messages, (request, response) => this.listener!(request, response)),
    );
  }

  override reply(response: Response, body: unknown, status?: number): unknown {
    if (!(body instanceof Answer)) return super.reply(response, body, status);
    this.sender!.send(Exchange.of(response.req as Request), body);
    return undefined;
  }
}
