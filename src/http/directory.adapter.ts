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

/** The parts of the application that the adapter uses; they exist only once Nest has built it. */
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

/** Nest's Express adapter, with a request listener before Express, and `ResponseWriter` for responses. */
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
    // Nest calls `listen`, `address` and `close` of the server.
    this.setHttpServer(server as Server);
  }

  override reply(response: Response, body: unknown, status?: number): unknown {
    if (!(body instanceof PreparedResponse)) return super.reply(response, body, status);
    this.connected!.writer.reply(RequestContext.of(response.req), body);
    return undefined;
  }

  /** A path with invalid percent-encoding matches no route. */
  override mapException(error: unknown): unknown {
    return error instanceof URIError ? new NotFoundException() : super.mapException(error);
  }

  /** Nest calls it after the last route. For each request that gets there, it collects the methods that its path allows. */
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
      // Express has set `route` to the last of the handlers above, which metrics must not count as a route.
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
    // Express uses the route for GET to respond to HEAD.
    if (method === 'get') methods.add('HEAD');
    this.routes.set(path, methods);
  }
}
