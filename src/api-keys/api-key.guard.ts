import {
  type CanActivate,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  UnauthorizedException,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Request } from 'express';
import { Exchange } from '../http/exchange.js';
import { ApiKeyCheck } from './api-key-check.js';

const WITHOUT_KEY = 'without key';

/** Marks a controller that anybody may ask. */
export const WithoutKey = () => SetMetadata(WITHOUT_KEY, true);

/** Lets nobody in without a valid key. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly check: ApiKeyCheck,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride<boolean>(WITHOUT_KEY, [context.getHandler(), context.getClass()]))
      return true;
    const exchange = Exchange.of(context.switchToHttp().getRequest<Request>());
    if (await this.check.admit(exchange)) return true;
    throw new UnauthorizedException('Wrong API key');
  }
}
