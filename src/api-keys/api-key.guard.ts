import {
  type CanActivate,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  UnauthorizedException,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Request } from 'express';
import { RateLimitExceededException } from '../http/exceptions.js';
import { RequestContext } from '../http/request-context.js';
import { ApiKeyAuthenticator } from './api-key-authenticator.js';
import { RateLimiter } from './rate-limiter.js';

export const WRONG_KEY = 'Wrong API key';

const IS_PUBLIC = 'isPublic';
const ACCEPTS_BEARER_TOKEN = 'acceptsBearerToken';

/** Marks a controller or a handler that needs no API key. */
export const Public = () => SetMetadata(IS_PUBLIC, true);

/** Marks a handler that takes the API key from `Authorization: Bearer` where there is no `x-api-key`. */
export const AcceptsBearerToken = () => SetMetadata(ACCEPTS_BEARER_TOKEN, true);

/** Requires a valid API key, and counts the request against the rate of its plan. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: ApiKeyAuthenticator,
    private readonly limiter: RateLimiter,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride<boolean>(IS_PUBLIC, [context.getHandler(), context.getClass()]))
      return true;
    const requestContext = RequestContext.of(context.switchToHttp().getRequest<Request>());
    const bearer = this.reflector.get<boolean>(ACCEPTS_BEARER_TOKEN, context.getHandler());
    if (!(await this.authenticator.authenticate(requestContext, { bearer })))
      throw new UnauthorizedException(WRONG_KEY);
    if ((await this.limiter.consume(requestContext)) === false) throw new RateLimitExceededException();
    return true;
  }
}
