import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { redactTokens } from '../tokens/api-key-token.js';

const VALID_ID = /^[A-Za-z0-9._-]{1,128}$/;
const instanceId = Math.random().toString(36).slice(2, 10);
let ones = 0;
let thousands = 0;
let start = `${instanceId}-0.`;

/** The client that an API key belongs to. */
export interface Client {
  /** The id of the key. */
  id: number;
  plan: string;
}

/** How a request stands with `ConcurrencyLimiter`: active, or waiting to be. */
export interface Admission {
  isActive: boolean;
  /** When it began to wait, on the clock of `performance`. */
  since: number;
  /** Ends the wait. Undefined once it has ended: see `docs/decisions/performance.md`. */
  admit: ((admitted: boolean) => void) | undefined;
}

/** One request with its response, and what the program knows of it: its id, client, route and times. */
export class RequestContext {
  readonly startedAt = performance.now();
  /** The client's own request id, if it sent a valid one. */
  readonly id: string;
  /** Undefined until the API key was found to be valid. */
  client: Client | undefined;
  /** The MCP tool that the request calls. */
  tool: string | undefined;
  /** Where the rows of the response came from. */
  source: 'memory' | 'database' | undefined;
  /** The pattern of the route that made the cached response. */
  cachedRoute: string | undefined;
  /** The value of `Directory-Version`, where the response has it. */
  directoryVersion: number | undefined;
  /** True once `ResponseWriter` writes the head, with all its fields. */
  isPrepared = false;
  /** Undefined where the request is neither active nor waits to be. */
  admission: Admission | undefined;
  /** The methods of the routes of the path; undefined unless no route took the request. */
  allowedMethods: Set<string> | undefined;
  /** Header fields of the response that belong to this request and not to the resource, name by value. */
  readonly responseHeaders: string[] = [];
  private ownPath: string | undefined;
  /** The request before it on the connection, where it had no response yet when this one came. */
  private previous: RequestContext | undefined;

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
  ) {
    const clientId = request.headers['x-request-id'];
    this.id = typeof clientId === 'string' && isValidId(clientId) ? clientId : generateRequestId();
    (request as WithContext)[CONTEXT] = this;
    const socket = request.socket as SocketWithContext;
    const last = socket[CONTEXT];
    if (last !== undefined && !last.isDone) this.follow(last);
    socket[CONTEXT] = this;
  }

  /** The context of a request that came through `FastPath`. */
  static of(request: IncomingMessage): RequestContext {
    return (request as WithContext)[CONTEXT]!;
  }

  /** The context of the last request that came on a connection; undefined before the first. */
  static lastOn(socket: Socket): RequestContext | undefined {
    return (socket as SocketWithContext)[CONTEXT];
  }

  /** The context whose response is sent on a connection now, before those of pipelined requests; undefined where none is. */
  static currentOn(socket: Socket): RequestContext | undefined {
    let current = RequestContext.lastOn(socket);
    if (current?.isDone) return undefined;
    while (current?.previous !== undefined && !current.previous.isDone) current = current.previous;
    return current;
  }

  /** The pattern of the route that took the request, with its MCP tool, or made the cached response; else `none`. */
  get route(): string {
    const { route } = this.request as { route?: { path: string } };
    if (route && this.tool !== undefined) return `${route.path} ${this.tool}`;
    return route?.path ?? this.cachedRoute ?? 'none';
  }

  /** True once the response is sent, and the connection is for the next. */
  private get isDone(): boolean {
    return this.response.writableFinished && this.response.socket === null;
  }

  /** The path of the request, without its query. */
  get path(): string {
    return (this.ownPath ??= pathOf(this.request.url!));
  }

  /** Remembers a pipelined request before this one, and forgets those that have their responses. */
  private follow(last: RequestContext): void {
    this.previous = last;
    let at = last;
    while (at.previous !== undefined && !at.previous.isDone) at = at.previous;
    at.previous = undefined;
  }
}

/** The id is logged and sent back, so it must not contain a key. */
function isValidId(id: string): boolean {
  return VALID_ID.test(id) && redactTokens(id) === id;
}

/**
 * Generates a request id that is unique among the instances. One is needed for every request, hence the counter below
 * 1000: V8 caches the texts of small numbers.
 */
export function generateRequestId(): string {
  if (ones === 1000) {
    ones = 0;
    start = `${instanceId}-${++thousands}.`;
  }
  return start + ones++;
}

function pathOf(target: string): string {
  const query = target.indexOf('?');
  return query < 0 ? target : target.slice(0, query);
}

const CONTEXT = Symbol('request context');
type WithContext = IncomingMessage & { [CONTEXT]?: RequestContext };
type SocketWithContext = Socket & { [CONTEXT]?: RequestContext };
