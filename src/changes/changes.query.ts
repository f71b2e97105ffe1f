import { ApiPropertyOptional } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';
import { IsCursor, ValidateWith } from '../listing/validation.js';
import { parseSince } from './since.js';

/** The query parameters of the changes of a list. */
export class ChangesQuery {
  @ApiPropertyOptional({
    description:
      'A time (RFC 3339): changes whose commit began then or later, by the clock of the database. Or `now`: no changes yet, only the `Link` to go on from. To keep a copy, keep the `Link` instead.',
    type: 'string',
    example: '2026-01-31T08:15:30Z',
  })
  @ValidateIf((query: ChangesQuery) => query.since !== undefined)
  @IsTimeOrNow()
  since?: string;

  @ApiPropertyOptional({
    description: 'Where to go on, from the `Link` header. Opaque: take it from there.',
    type: 'string',
  })
  @ValidateIf((query: ChangesQuery) => query.cursor !== undefined)
  @IsCursor()
  @IsWithoutSince()
  cursor?: string;
}

function IsTimeOrNow() {
  return ValidateWith(
    'isTimeOrNow',
    'since must be now or a time such as 2026-01-31T08:15:30Z, and may appear once',
    (value) => typeof value === 'string' && parseSince(value) !== undefined,
  );
}

function IsWithoutSince() {
  return ValidateWith(
    'isWithoutSince',
    'since and cursor cannot be combined',
    (_, query: ChangesQuery) => query.since === undefined,
  );
}
