import { Global, Module } from '@nestjs/common';
import { ApiKeyCheck } from './api-key-check.js';
import { KeyRegister } from './key-register.js';
import { LastUse } from './last-use.js';

@Global()
@Module({
  providers: [ApiKeyCheck, KeyRegister, LastUse],
  exports: [ApiKeyCheck],
})
export class ApiKeysModule {}
