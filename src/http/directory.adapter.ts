import { type RequestListener, type Server } from 'node:http';
import { NotFoundException } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { type Config } from '../config/config.js';
import { expressMessageClasses, overrideResponseMethods } from './express-messages.js';
import { PreparedResponse } from './prepared-response.js';
import { RequestContext } from './request-context.js';
import { type ResponseObserver } from './response-observer.js';
import { type ResponseWriter } from './response-writer.js';
import { parseQuery } from './query-string.js';
import { createServer } from './server.js';

/** What the adapter gets from the application once Nest has built it. */
export interface Connected {
  /** Wraps Express's request listener; every request comes here first. */
  listener: (express: RequestListener) => RequestListener;
  writer: ResponseWriter;
  observer: ResponseObserver;
}

type RouteMethod = 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete' | 'options' | 'search';
const ROUTE_METHODS: readonly RouteMethod[] = [
  ...(['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'search'] as const),
];

/** Nest's Express adapter, with a request listener before Express, and `ResponseWriter` behind it. */
export class DirectoryAdapter extends ExpressAdapter {
  private connected: Connected | undefined;
  private listener: RequestListener | undefined;
  /** The methods of the routes, by path pattern. */
  private readonly routes = new Map<string, Set<string>>();

  constructor(private readonly config: Config) {
    const instance: Express = express();
    instance.set('case sensitive routing', true);
    instance.set('strict routing', true);
    instance.set('query parser', parseQuery);
    instance.disable('x-powered-by');
    instance.disable('etag');
    super(instance);
    this.recordRoutes();
  }

  /** Must be called before the first request. */
  connect(connected: Connected): void {
    this.connected = connected;
    this.listener = connected.listener(this.getInstance<Express>());
  }

  override initHttpServer(): void {
    const instance = this.getInstance<Express>();
    overrideResponseMethods(instance.response, () => this.connected!.writer);
    const listener: RequestListener = (request, response) => this.listener!(request, response);
    const classes = expressMessageClasses(instance);
    const server = createServer(this.config, classes, listener, () => this.connected!.observer);
    // Nest has it listen, asks for its address, and closes it.
    this.setHttpServer(server as Server);
  }

  override reply(response: Response, body: unknown, status?: number): unknown {
    if (!(body instanceof PreparedResponse)) return super.reply(response, body, status);
    this.connected!.writer.reply(RequestContext.of(response.req), body);
    return undefined;
  }

  /** A path whose percent-encoding is broken is one that no route has. */
  override mapException(error: unknown): unknown {
    return error instanceof URIError ? new NotFoundException() : super.mapException(error);
  }

  /** Nest calls it behind the last route: there it becomes known which methods the path of a request allows. */
  override setNotFoundHandler(
    handler: (request: Request, response: Response, next: NextFunction) => unknown,
    ...rest: [prefix?: string, excludedRoutes?: never]
  ): unknown {
    for (const [path, methods] of this.routes) {
      this.getInstance<Express>().all(path, (request, _, next) => {
        const context = RequestContext.of(request);
        context.allowedMethods = new Set([...(context.allowedMethods ?? []), ...methods]);
        next();
      });
    }
    const unrouted = (request: Request, response: Response, next: NextFunction): unknown => {
      RequestContext.of(request).allowedMethods ??= new Set();
      // The layers above are routes to Express, and none to the metrics.
      request.route = undefined;
      return handler(request, response, next);
    };
    return super.setNotFoundHandler(unrouted, ...rest);
  }

  /** Nest registers each route by calling the method of its name. */
  private recordRoutes(): void {
    const methods = this as unknown as Record<RouteMethod, (...route: unknown[]) => unknown>;
    for (const method of ROUTE_METHODS) {
      const register = methods[method].bind(this);
      methods[method] = (...route) => {
        if (typeof route[0] === 'string') this.record(method, route[0]);
        return register(...route);
      };
    }
  }

  private record(method: RouteMethod, path: string): void {
    const methods = this.routes.get(path) ?? new Set();
    methods.add(method.toUpperCase());
    // Express answers HEAD by the route for GET.
    if (method === 'get') methods.add('HEAD');
    this.routes.set(path, methods);
  }
}
