import { Global, Module } from '@nestjs/common';
import { ApiKeyAuthenticator } from './api-key-authenticator.js';
import { ApiKeyCache } from './api-key-cache.js';
import { LastUsedRecorder } from './last-used-recorder.js';
import { RateLimiter } from './rate-limiter.js';

@Global()
@Module({
  providers: [ApiKeyAuthenticator, ApiKeyCache, LastUsedRecorder, RateLimiter],
  exports: [ApiKeyAuthenticator, RateLimiter],
})
export class ApiKeysModule {}
