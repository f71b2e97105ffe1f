import {
  type CanActivate,
  type ExecutionContext,
  HttpException,
  HttpStatus,
  Injectable,
  SetMetadata,
  UnauthorizedException,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Request } from 'express';
import { RequestContext } from '../http/request-context.js';
import { ApiKeyAuthenticator } from './api-key-authenticator.js';
import { RateLimiter } from './rate-limiter.js';

export const WRONG_KEY = 'Wrong API key';

const WITHOUT_KEY = 'without key';

/** Marks a controller that anybody may ask. */
export const Public = () => SetMetadata(WITHOUT_KEY, true);

/** Lets nobody in without a valid key, or past the rate of its plan. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly check: ApiKeyAuthenticator,
    private readonly limits: RateLimiter,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride<boolean>(WITHOUT_KEY, [context.getHandler(), context.getClass()]))
      return true;
    const exchange = RequestContext.of(context.switchToHttp().getRequest<Request>());
    if (!(await this.check.authenticate(exchange))) throw new UnauthorizedException(WRONG_KEY);
    if ((await this.limits.consume(exchange)) === false)
      throw new HttpException('', HttpStatus.TOO_MANY_REQUESTS);
    return true;
  }
}
