import { Injectable } from '@nestjs/common';
import { type DirectoryState } from '../database/directory-state.js';
import { PageSource } from '../database/page-source.js';
import { type MatchPlan } from './match-plan.js';
import { type FoundPrograms } from './match-result.js';
import { MATCH_SOURCES, matchStatement } from './match-statement.js';

const BY_ID = matchStatement(false);
const BY_COUNTRY = matchStatement(true);

/** What lookups found, by their number in the plan; of each host at least the deciding one. */
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
      const [lookup, total] = [Number(row.at(-3)), row.at(-2)];
      if (total === null) found.get(lookup)!.rows.push(row);
      else found.set(lookup, { total: Number(total), rows: [row] });
    }
    return { directory, found };
  }
}
