import { type IncomingMessage, type ServerResponse } from 'node:http';
import { redactTokens } from '../tokens/api-key-token.js';

const SANE_ID = /^[A-Za-z0-9._-]{1,128}$/;
const ours = Math.random().toString(36).slice(2, 10);
let ones = 0;
let thousands = 0;
let start = `${ours}-0.`;

/** The client that an API key belongs to. */
export interface Client {
  /** The id of the key. */
  id: number;
  plan: string;
}

/** One request with its answer, and what the program learns of it on the way. */
export class RequestContext {
  readonly startedAt = performance.now();
  /** The client's own request id, if it sent a sane one. */
  readonly id: string;
  /** Undefined until the API key was found to be valid. */
  client: Client | undefined;
  /** Where the rows of the answer came from. */
  source: 'memory' | 'database' | undefined;
  /** Fields of the answer that belong to this exchange and not to what is answered, name by value. */
  readonly responseHeaders: string[] = [];
  private ownPath: string | undefined;

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
  ) {
    const given = request.headers['x-request-id'];
    this.id = typeof given === 'string' && isSane(given) ? given : generateRequestId();
    (request as Accompanied)[EXCHANGE] = this;
  }

  /** The exchange of a request that came through the front door. */
  static of(request: IncomingMessage): RequestContext {
    return (request as Accompanied)[EXCHANGE]!;
  }

  /** The pattern of the route that took the request, `none` where none did. A page from memory has a fixed path. */
  get route(): string {
    const { route } = this.request as { route?: { path: string } };
    return route?.path ?? (this.source === 'memory' ? this.path : 'none');
  }

  /** The path of the request, without its query. */
  get path(): string {
    return (this.ownPath ??= pathOf(this.request.url!));
  }
}

/** It comes back to the client and stands in the log, where no key may stand. */
function isSane(id: string): boolean {
  return SANE_ID.test(id) && redactTokens(id) === id;
}

/**
 * An id for what has none, unique among the instances. It is made for every request, and V8 keeps the texts of small
 * numbers.
 */
export function generateRequestId(): string {
  if (ones === 1000) {
    ones = 0;
    start = `${ours}-${++thousands}.`;
  }
  return start + ones++;
}

function pathOf(target: string): string {
  const query = target.indexOf('?');
  return query < 0 ? target : target.slice(0, query);
}

const EXCHANGE = Symbol('exchange');
type Accompanied = IncomingMessage & { [EXCHANGE]?: RequestContext };
