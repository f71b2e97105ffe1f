import { Injectable } from '@nestjs/common';
import { type DirectoryState } from '../database/directory-state.js';
import { PageSource } from '../database/page-source.js';
import { type MatchPlan } from './match-plan.js';
import { type FoundPrograms } from './match-result.js';
import { MATCH_SOURCES, matchStatement } from './match-statement.js';

const BY_ID = matchStatement(false);
const BY_COUNTRY = matchStatement(true);

/** What the deciding lookups found, by their number. */
export interface FoundByLookup {
  directory: DirectoryState;
  found: ReadonlyMap<number, FoundPrograms>;
}

@Injectable()
export class MatchingRepository {
  constructor(private readonly source: PageSource) {}

  /** @param countries the codes of the wanted countries; programs are ordered by `id` without any. */
  async find(plan: MatchPlan, countries: readonly string[]): Promise<FoundByLookup> {
    const byCountry = countries.length > 0;
    const { directory, rows } = await this.source.read(MATCH_SOURCES, byCountry ? BY_COUNTRY : BY_ID, [
      ...plan.parameters,
      ...(byCountry ? [countries] : []),
    ]);
    const found = new Map<number, FoundPrograms>();
    for (const row of rows) {
      if (row[0] === null) continue;
      const lookup = Number(row.at(-3));
      const programs = found.get(lookup);
      if (programs) programs.rows.push(row);
      else found.set(lookup, { total: Number(row.at(-2)), rows: [row] });
    }
    return { directory, found };
  }
}
