import {
  type CanActivate,
  type ExecutionContext,
  ForbiddenException,
  Inject,
  Injectable,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Request } from 'express';
import { CONFIG, type Config } from '../config/config.js';

const REJECTS_FOREIGN_ORIGINS = 'rejectsForeignOrigins';

/** Marks a handler that no page of another website may call, unless its origin is allowed. */
export const RejectsForeignOrigins = () => SetMetadata(REJECTS_FOREIGN_ORIGINS, true);

/** Rejects a request of a page whose origin is neither that of the API nor in `CORS_ORIGINS`. */
@Injectable()
export class OriginGuard implements CanActivate {
  private readonly allowed: ReadonlySet<string>;

  constructor(
    private readonly reflector: Reflector,
    @Inject(CONFIG) { corsOrigins, publicUrl }: Config,
  ) {
    this.allowed = new Set([...corsOrigins, ...(publicUrl === '' ? [] : [new URL(publicUrl).origin])]);
  }

  canActivate(context: ExecutionContext): boolean {
    if (!this.reflector.get<boolean>(REJECTS_FOREIGN_ORIGINS, context.getHandler())) return true;
    const { origin } = context.switchToHttp().getRequest<Request>().headers;
    if (origin !== undefined && !this.allowed.has(origin)) throw new ForbiddenException('Origin not allowed');
    return true;
  }
}
