import { MAX_URL_LENGTH } from '../../listing/filter-types.js';
import { matchModes, ruleNames } from '../../matching/match-rules.js';
import { MatchBody, MAX_COUNTRIES } from '../../matching/match.body.js';
import { type MatchingService } from '../../matching/matching.service.js';
import { MAX_URLS } from '../../programs/batch.body.js';
import { programList } from '../../programs/program.list.js';
import { validated } from '../arguments.js';
import { itemSchema } from '../item-schema.js';
import { limitOf, MAX_RESULT_BYTES, nextCursorProperty, pagingProperties } from '../paging.js';
import { type Arguments, objectSchema, type Tool, ToolError } from '../tool.js';

export function matchUrlsTool(matching: MatchingService): Tool {
  return {
    name: 'match_urls',
    title: 'Match URLs with programs',
    description:
      'For each of up to 100 URLs or host names, in their order: which active affiliate programs belong to the website, and by which rule. Use it to find out whether shops have an affiliate program. `result` is `matched`, `unmatched`, or `invalid` for what is no host name. `total` counts all programs of a URL; at most the first 20 are listed, and search_programs with `url` lists the rest.',
    inputSchema: objectSchema(
      {
        urls: {
          type: 'array',
          items: { type: 'string', maxLength: MAX_URL_LENGTH },
          maxItems: MAX_URLS,
          description: 'URLs or host names, such as `https://www.shop.example/a` or `shop.example`.',
        },
        match: {
          type: 'string',
          enum: matchModes,
          default: 'host',
          description:
            '`host`: the host itself, with or without `www.`, or a further domain of a program. `site`: also the hosts above it, so that `de.shop.example` finds the program of `shop.example`.',
        },
        countries: {
          type: 'array',
          items: { type: 'string', pattern: '^[A-Za-z]{2}$' },
          maxItems: MAX_COUNTRIES,
          description: 'Two-letter country codes. Programs that are available there come first.',
        },
        ...pagingProperties,
      },
      ['urls'],
    ),
    outputSchema: objectSchema({ matches: { type: 'array', items: matchSchema }, ...nextCursorProperty }, [
      'matches',
    ]),
    call: (args) => matchPage(matching, args),
  };
}

const matchSchema = objectSchema(
  {
    url: { type: 'string' },
    host: { type: ['string', 'null'] },
    result: { type: 'string', enum: ['matched', 'unmatched', 'invalid'] },
    rule: { type: ['string', 'null'], enum: [...ruleNames, null] },
    total: { type: 'integer' },
    programs: { type: 'array', items: itemSchema(programList) },
  },
  ['url', 'host', 'result', 'rule', 'total', 'programs'],
);

interface Match {
  programs: object[];
}

/** Matches the URLs from `cursor` on, up to `limit` of them, and fewer where the result would be too long. */
async function matchPage(matching: MatchingService, { limit, cursor, ...args }: Arguments): Promise<string> {
  const size = limitOf({ limit });
  const body = await validated(MatchBody, args);
  if (body.urls.length > MAX_URLS) throw new ToolError(`urls must have at most ${MAX_URLS} entries`);
  const start = startOf(cursor, body.urls.length);
  const result = await matching.match({ ...body, urls: body.urls.slice(start, start + size) });
  const matches: string[] = [];
  let bytes = 0;
  for (const match of JSON.parse(result.toJson('v1')) as Match[]) {
    const json = fitting(match);
    bytes += Buffer.byteLength(json);
    if (bytes > MAX_RESULT_BYTES) break;
    matches.push(json);
  }
  const next = start + matches.length;
  const nextCursor = next < body.urls.length ? `,"nextCursor":"${next}"` : '';
  return `{"matches":[${matches.join(',')}]${nextCursor}}`;
}

/** The position of the first URL. @throws ToolError */
function startOf(cursor: unknown, count: number): number {
  if (cursor === undefined) return 0;
  if (typeof cursor === 'string' && /^[1-9][0-9]{0,2}$/.test(cursor) && Number(cursor) < count)
    return Number(cursor);
  throw new ToolError('cursor must be nextCursor of a result for the same urls');
}

/** The JSON of one match, with as many of its programs as one result can have. */
function fitting(match: Match): string {
  const programs = [...match.programs];
  for (;;) {
    const json = JSON.stringify({ ...match, programs });
    if (Buffer.byteLength(json) <= MAX_RESULT_BYTES || programs.length === 0) return json;
    programs.pop();
  }
}
