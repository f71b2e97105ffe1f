import { type ImportCounts, noCounts } from '../../src/importing/import-options.js';

/** The rules of an import of programs, as simply as they can be said: what a test compares the database with. */

export interface Row {
  networkProgramId: string;
  name: string;
  primaryUrl: string;
  status?: boolean;
  dateClosed?: string | null;
  countries?: string[] | null;
  domains?: string[] | null;
}

export interface Program {
  name: string;
  host: string;
  status: boolean;
  closed: string | null;
  countries: string[];
  domains: string[];
}

export type Programs = Map<string, Program>;

/** Imports a feed of rows that are clean already. @returns undefined where the import fails and changes nothing */
export function importInto(
  programs: Programs,
  feed: readonly Row[],
  mode: 'full' | 'partial',
  today: string,
): { programs: Programs; counts: ImportCounts } | undefined {
  const after = new Map(programs);
  const counts = { ...noCounts(), read: feed.length };
  const accepted = new Map<string, string>();
  const named = new Set<string>();
  for (const row of feed) {
    named.add(row.networkProgramId);
    if (!row.primaryUrl.includes('.')) {
      counts.rejected++;
      continue;
    }
    const clean = {
      ...row,
      ...(row.countries === null && { countries: [] }),
      ...(row.domains !== undefined && { domains: [...(row.domains ?? [])].sort() }),
    };
    const said = JSON.stringify(clean, Object.keys(clean).sort());
    const first = accepted.get(row.networkProgramId);
    if (first !== undefined) {
      if (first !== said) counts.rejected++;
      continue;
    }
    accepted.set(row.networkProgramId, said);
    const stored = programs.get(row.networkProgramId);
    const program = merged(stored, row, today);
    after.set(row.networkProgramId, program);
    counts[changeOf(stored, program)]++;
  }
  if (mode === 'full') {
    const active = [...programs].filter(([, program]) => program.status);
    for (const [key, program] of active) {
      if (named.has(key)) continue;
      after.set(key, { ...program, status: false, closed: today });
      counts.closed++;
    }
    if (accepted.size === 0 || counts.closed > Math.max(10, Math.floor(active.length / 5))) return undefined;
  }
  return counts.rejected > Math.max(10, Math.floor(feed.length / 100))
    ? undefined
    : { programs: after, counts };
}

function merged(stored: Program | undefined, row: Row, today: string): Program {
  const status = row.status ?? true;
  const countries = row.countries === undefined ? (stored?.countries ?? []) : (row.countries ?? []);
  return {
    name: row.name,
    host: row.primaryUrl,
    status,
    closed: closedOn(stored, row, status, today),
    countries,
    domains: row.domains === undefined ? (stored?.domains ?? []) : [...(row.domains ?? [])].sort(),
  };
}

function closedOn(stored: Program | undefined, row: Row, status: boolean, today: string): string | null {
  if (row.dateClosed) return row.dateClosed;
  if (!stored) return null;
  if (!status) return stored.status ? today : stored.closed;
  return stored.status && row.dateClosed === undefined ? stored.closed : null;
}

function changeOf(
  stored: Program | undefined,
  program: Program,
): 'created' | 'reopened' | 'updated' | 'unchanged' {
  if (!stored) return 'created';
  if (program.status && !stored.status) return 'reopened';
  return JSON.stringify(stored) === JSON.stringify(program) ? 'unchanged' : 'updated';
}
