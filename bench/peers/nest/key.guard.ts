import { type CanActivate, type ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common';
import { type Request } from 'express';
import { KnownKeys } from '../known-keys.js';

@Injectable()
export class KeyGuard implements CanActivate {
  constructor(private readonly keys: KnownKeys) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (this.keys.admits(request.headers['x-api-key'])) return true;
    throw new UnauthorizedException('Wrong API key');
  }
}
