import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DatabaseModule } from '../database/database.module.js';
import { ApiKeyAuthenticator } from './api-key-authenticator.js';
import { ApiKeyCache } from './api-key-cache.js';
import { ApiKey } from './api-key.entity.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { LastUsedRecorder } from './last-used-recorder.js';
import { RateLimiter } from './rate-limiter.js';

/** Authentication and rate limits: API keys, their cache, and the rates of the plans. */
@Module({
  imports: [DatabaseModule, TypeOrmModule.forFeature([ApiKey])],
  providers: [ApiKeyAuthenticator, ApiKeyCache, ApiKeysRepository, LastUsedRecorder, RateLimiter],
  exports: [ApiKeyAuthenticator, ApiKeyCache, ApiKeysRepository, RateLimiter],
})
export class ApiKeysModule {}
