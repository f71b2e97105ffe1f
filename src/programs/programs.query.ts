import { ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { IsString, MaxLength, ValidateIf } from 'class-validator';
import { listQuery } from '../listing/list-query.js';
import { programList } from './program.list.js';

/** Maximum length of a URL or host name in a request, in characters. */
export const MAX_URL_LENGTH = 2048;

class UrlFilter {
  @ApiPropertyOptional({
    description:
      'A host name or URL, such as `tidewrack.example`. Only programs whose `primaryUrl` is its host are listed; `www.` in front makes another host.',
    type: 'string',
    maxLength: MAX_URL_LENGTH,
  })
  @ValidateIf((query: UrlFilter) => query.url !== undefined)
  @MaxLength(MAX_URL_LENGTH, { message: `url must be at most ${MAX_URL_LENGTH} characters` })
  @IsString({ message: 'url may appear once' })
  url?: string;
}

export class BatchQuery extends listQuery(programList, 'base') {}

export class BatchV1Query extends listQuery(programList, 'v1') {}

export class ProgramsQuery extends IntersectionType(UrlFilter, BatchQuery) {}

export class ProgramsV1Query extends IntersectionType(UrlFilter, BatchV1Query) {}
