import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsIn, Matches, ValidateIf } from 'class-validator';
import { BatchBody, MAX_URLS } from '../programs/batch.body.js';
import { MAX_URL_LENGTH } from '../listing/filter-types.js';
import { type MatchMode, matchModes } from './match-rules.js';

/** Maximum number of wanted countries. */
export const MAX_COUNTRIES = 50;
const INVALID_COUNTRIES = {
  message: `countries must be an array of at most ${MAX_COUNTRIES} country codes of two letters`,
};

@ApiSchema({ name: 'MatchRequest' })
export class MatchBody extends BatchBody {
  @ApiProperty({
    description: 'Host names or URLs. An empty array gives an empty array.',
    type: 'array',
    items: { type: 'string', maxLength: MAX_URL_LENGTH },
    maxItems: MAX_URLS,
    example: [
      'tidewrack.example',
      'https://quillstone.example/shop',
      'tidewrack-surf.example',
      'help.tidewrack.example',
      'nosuch.example',
      'localhost',
    ],
  })
  declare urls: string[];

  @ApiPropertyOptional({
    description:
      'How far a program may be from the host: `host` compares with the host itself, `site` with the hosts above it as well, up to the registrable domain.',
    enum: matchModes,
    default: 'host',
    example: 'site',
  })
  @ValidateIf(({ match }: MatchBody) => match !== undefined)
  @IsIn(matchModes, { message: `match must be one of ${matchModes.join(', ')}` })
  match?: MatchMode;

  @ApiPropertyOptional({
    description:
      'Wanted countries, as ISO 3166-1 alpha-2 codes in any case. Programs that are available in one of them are listed first, then those of which no country is known.',
    type: 'array',
    items: { type: 'string', pattern: '^[A-Za-z]{2}$' },
    maxItems: MAX_COUNTRIES,
    example: ['GB'],
  })
  @ValidateIf(({ countries }: MatchBody) => countries !== undefined)
  @Matches(/^[A-Za-z]{2}$/, { each: true, ...INVALID_COUNTRIES })
  @ArrayMaxSize(MAX_COUNTRIES, INVALID_COUNTRIES)
  @IsArray(INVALID_COUNTRIES)
  countries?: string[];
}
