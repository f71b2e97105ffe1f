import { Global, Module } from '@nestjs/common';
import { Positions } from './positions.js';

@Global()
@Module({ providers: [Positions], exports: [Positions] })
export class ListingModule {}
