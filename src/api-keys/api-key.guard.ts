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
import { Exchange } from '../http/exchange.js';
import { ApiKeyCheck } from './api-key-check.js';
import { RateLimits } from './rate-limits.js';

export const WRONG_KEY = 'Wrong API key';

const WITHOUT_KEY = 'without key';

/** Marks a controller that anybody may ask. */
export const WithoutKey = () => SetMetadata(WITHOUT_KEY, true);

/** Lets nobody in without a valid key, or past the rate of its plan. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly check: ApiKeyCheck,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride<boolean>(WITHOUT_KEY, [context.getHandler(), context.getClass()]))
      return true;
    const exchange = Exchange.of(context.switchToHttp().getRequest<Request>());
    if (!(await this.check.admit(exchange))) throw new UnauthorizedException(WRONG_KEY);
    if ((await this.limits.take(exchange)) === false)
      throw new HttpException('', HttpStatus.TOO_MANY_REQUESTS);
    return true;
  }
}
