import { type RequestListener } from 'node:http';
import { parse } from 'node:querystring';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type Request, type Response } from 'express';
import { type Config } from '../config/config.js';
import { PreparedResponse } from './prepared-response.js';
import { RequestContext } from './request-context.js';
import { type FastPath } from './fast-path.js';
import { expressMessageClasses } from './express-messages.js';
import { type ResponseWriter } from './response-writer.js';
import { createServer } from './server.js';

/** Express with the front door before it, and with `Sender` for all that it answers. */
export class DirectoryAdapter extends ExpressAdapter {
  private listener: RequestListener | undefined;
  private sender: ResponseWriter | undefined;

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
  open(frontDoor: FastPath, sender: ResponseWriter): void {
    this.listener = frontDoor.listener(this.getInstance<Express>());
    this.sender = sender;
  }

  override initHttpServer(): void {
    const messages = expressMessageClasses(this.getInstance<Express>());
    this.setHttpServer(
      createServer(this.config, messages, (request, response) => this.listener!(request, response)),
    );
  }

  override reply(response: Response, body: unknown, status?: number): unknown {
    if (!(body instanceof PreparedResponse)) return super.reply(response, body, status);
    this.sender!.send(RequestContext.of(response.req as Request), body);
    return undefined;
  }
}
