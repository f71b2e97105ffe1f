import { Global, Module } from '@nestjs/common';
import { ApiKeyCheck } from './api-key-check.js';
import { KeyRegister } from './key-register.js';
import { LastUse } from './last-use.js';
import { RateLimits } from './rate-limits.js';

@Global()
@Module({
  providers: [ApiKeyCheck, KeyRegister, LastUse, RateLimits],
  exports: [ApiKeyCheck, RateLimits],
})
export class ApiKeysModule {}
