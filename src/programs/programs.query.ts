import { ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { IsString, MaxLength, ValidateIf } from 'class-validator';
import { listQuery } from '../listing/list-query.js';
import { programList } from './program.list.js';

/** Characters of a value that is compared as a host name. */
export const LONGEST_URL = 2048;

class UrlFilter {
  @ApiPropertyOptional({
    description:
      'A host name or URL, such as `tidewrack.example`. Only programs whose `primaryUrl` is its host are listed; `www.` in front makes another host.',
    type: 'string',
    maxLength: LONGEST_URL,
  })
  @ValidateIf((query: UrlFilter) => query.url !== undefined)
  @MaxLength(LONGEST_URL, { message: `url must be at most ${LONGEST_URL} characters` })
  @IsString({ message: 'url must be given once' })
  url?: string;
}

export class BatchQuery extends listQuery(programList, 'base') {}

export class BatchV1Query extends listQuery(programList, 'v1') {}

export class ProgramsQuery extends IntersectionType(UrlFilter, BatchQuery) {}

export class ProgramsV1Query extends IntersectionType(UrlFilter, BatchV1Query) {}
