import { Module } from '@nestjs/common';
import { DatabaseModule } from '../database/database.module.js';
import { ApiKeyAuthenticator } from './api-key-authenticator.js';
import { ApiKeyCache } from './api-key-cache.js';
import { LastUsedRecorder } from './last-used-recorder.js';
import { RateLimiter } from './rate-limiter.js';

@Module({
  imports: [DatabaseModule],
  providers: [ApiKeyAuthenticator, ApiKeyCache, LastUsedRecorder, RateLimiter],
  exports: [ApiKeyAuthenticator, RateLimiter],
})
export class ApiKeysModule {}
