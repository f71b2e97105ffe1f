import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { ApiKeyCheck } from '../api-keys/api-key-check.js';
import { CONFIG, type Config } from '../config.js';
import { badRequest, errorAnswer } from './errors.js';
import { Exchange } from './exchange.js';
import { isExempt, isSecure } from './https-only.js';
import { PageCache } from './page-cache.js';
import { Sender } from './sender.js';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Where every request comes in. A page that is held, asked for with a key that is known, goes out from here;
 * everything else goes on into Express and Nest.
 */
@Injectable()
export class FrontDoor {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly keys: ApiKeyCheck,
    private readonly pages: PageCache,
    private readonly sender: Sender,
  ) {}

  /** The listener for a server whose other requests are for `inside`. */
  leadingTo(inside: Listener): Listener {
    return (request, response) => {
      const exchange = new Exchange(request, response);
      if (this.config.httpsOnly && !isSecure(request, this.config) && !isExempt(exchange.path)) {
        return this.sender.send(exchange, errorAnswer(403));
      }
      if (request.headers.host === undefined && request.httpVersion === '1.1') {
        return this.sender.send(
          exchange,
          badRequest([{ field: 'host', message: 'the Host field is missing' }]),
        );
      }
      if (request.method === 'GET' || request.method === 'HEAD') {
        const page = this.pages.find(request.url!);
        if (page !== undefined && this.keys.admitKnown(exchange)) {
          exchange.source = 'memory';
          return this.sender.send(exchange, page);
        }
      }
      inside(request, response);
    };
  }
}
