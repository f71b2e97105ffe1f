import { type RequestListener } from 'node:http';
import { parse } from 'node:querystring';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type Request, type Response } from 'express';
import { type Config } from '../config/config.js';
import { expressMessageClasses } from './express-messages.js';
import { PreparedResponse } from './prepared-response.js';
import { RequestContext } from './request-context.js';
import { type ResponseObserver } from './response-observer.js';
import { type ResponseWriter } from './response-writer.js';
import { createServer } from './server.js';

/** What the adapter gets from the application once Nest has built it. */
export interface Connected {
  /** Wraps Express's request listener; every request comes here first. */
  listener: (express: RequestListener) => RequestListener;
  writer: ResponseWriter;
  observer: ResponseObserver;
}

/** Nest's Express adapter, with a request listener before Express and `ResponseWriter` for prepared responses. */
export class DirectoryAdapter extends ExpressAdapter {
  private connected: Connected | undefined;
  private listener: RequestListener | undefined;

  constructor(private readonly config: Config) {
    const instance: Express = express();
    instance.set('case sensitive routing', true);
    instance.set('strict routing', true);
    // The parser's own limit of 1000 would ignore the parameters behind it; the size of the request head is the limit.
    instance.set('query parser', (query: string | null) => parse(query ?? '', '&', '=', { maxKeys: 0 }));
    instance.disable('x-powered-by');
    instance.disable('etag');
    super(instance);
  }

  /** Must be called before the first request. */
  connect(connected: Connected): void {
    this.connected = connected;
    this.listener = connected.listener(this.getInstance<Express>());
  }

  override initHttpServer(): void {
    const messages = expressMessageClasses(this.getInstance<Express>());
    const listener: RequestListener = (request, response) => this.listener!(request, response);
    this.setHttpServer(createServer(this.config, messages, listener, () => this.connected!.observer));
  }

  override reply(response: Response, body: unknown, status?: number): unknown {
    if (!(body instanceof PreparedResponse)) return super.reply(response, body, status);
    this.connected!.writer.send(RequestContext.of(response.req as Request), body);
    return undefined;
  }
}
