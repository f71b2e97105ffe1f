import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));
/** Static imports and exports, those for their side effects, and dynamic ones. */
const IMPORTS = [
  /^(?:import|export)\s[^;]*?from '(\.{1,2}\/[^']+)';/gm,
  /^import '(\.{1,2}\/[^']+)';/gm,
  /\bimport\(\s*'(\.{1,2}\/[^']+)'\s*\)/g,
];

/** A file of `src/`, and one that it imports. */
interface Arrow {
  from: string;
  to: string;
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const arrows: Arrow[] = files.flatMap((from) => {
  const text = readFileSync(join(SRC, from), 'utf8');
  return IMPORTS.flatMap((form) => [...text.matchAll(form)]).map(([, path]) => ({
    from,
    to: relative(SRC, join(SRC, dirname(from), path!)).replace(/\.js$/, '.ts'),
  }));
});

const from = (room: string) => arrows.filter((arrow) => arrow.from.startsWith(`${room}/`));
const rooms = (found: Arrow[]) => new Set(found.map(({ to }) => to.split('/')[0]!));
const into = (room: string) =>
  arrows.filter(({ from, to }) => to.startsWith(`${room}/`) && !from.startsWith(`${room}/`));

/** The rooms that each room imports. The files beside the rooms compose them, and are no room. */
function roomImports(): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  const betweenRooms = arrows.filter(({ from, to }) => from.includes('/') && to.includes('/'));
  // The list of entities names those of all rooms.
  for (const { from, to } of betweenRooms.filter((arrow) => arrow.from !== 'database/data-source.ts')) {
    const [room, other] = [from.split('/')[0]!, to.split('/')[0]!];
    if (room !== other) imports.set(room, (imports.get(room) ?? new Set()).add(other));
  }
  return imports;
}

/** The rooms of one cycle, in the order in which they import each other; empty where there is none. */
function cycleOf(imports: Map<string, Set<string>>): string[] {
  const done = new Set<string>();
  const visit = (room: string, path: string[]): string[] => {
    if (path.includes(room)) return [...path.slice(path.indexOf(room)), room];
    if (done.has(room)) return [];
    done.add(room);
    for (const other of imports.get(room) ?? []) {
      const cycle = visit(other, [...path, room]);
      if (cycle.length > 0) return cycle;
    }
    return [];
  };
  return [...imports.keys()].map((room) => visit(room, [])).find((cycle) => cycle.length > 0) ?? [];
}

describe('the rooms', () => {
  it('are read', () => {
    expect(arrows.length).toBeGreaterThan(files.length);
  });

  it('listing/ knows no resource, and nothing of HTTP', () => {
    expect([...rooms(from('listing'))].sort()).toEqual([
      ...['config', 'database', 'hosts', 'listing', 'text'],
    ]);
  });

  it('networks/ and programs/ do not know each other, but for the entity that names its network', () => {
    expect(rooms(from('networks'))).not.toContain('programs');
    expect(from('programs').filter(({ to }) => to.startsWith('networks/'))).toEqual([
      { from: 'programs/program.entity.ts', to: 'networks/network.entity.ts' },
    ]);
  });

  it('http/ imports config, database, listing and tokens, and no other room', () => {
    expect([...rooms(from('http'))].sort()).toEqual(['config', 'database', 'http', 'listing', 'tokens']);
  });

  it.each(['hosts', 'text', 'tokens'])('%s/ imports no other room', (room) => {
    expect(from(room).filter(({ to }) => !to.startsWith(`${room}/`))).toEqual([]);
  });

  it('rooms do not import each other in a cycle', () => {
    expect(cycleOf(roomImports())).toEqual([]);
  });

  it.each(['networks', 'programs'])('the controllers of %s/ reach no repository and no database', (room) => {
    const reached = from(room).filter((arrow) => arrow.from.endsWith('.controller.ts'));
    expect(reached.length).toBeGreaterThan(0);
    expect(reached.filter(({ to }) => /\.repository\.ts$|^database\//.test(to))).toEqual([]);
  });

  it('only the command line, the sample and the list of entities know importing/', () => {
    const known = into('importing').filter(({ from }) => from !== 'database/data-source.ts');
    expect([...new Set(known.map((arrow) => arrow.from.split('/')[0]))].sort()).toEqual(['cli', 'dev']);
  });

  it('no room imports src/cli', () => {
    expect(into('cli')).toEqual([]);
  });

  it('the database knows no resource but for the entities', () => {
    const known = from('database').filter(({ to }) =>
      /^(networks|programs|api-keys|importing|http|listing)\//.test(to),
    );
    expect(known.filter(({ to }) => !to.endsWith('.entity.ts'))).toEqual([]);
  });

  it('no room is a drawer for what has no place', () => {
    expect(files.filter((file) => /(^|\/)(common|shared|utils?|helpers?|misc)(\/|\.)/.test(file))).toEqual(
      [],
    );
  });

  it('only config/ reads the environment', () => {
    const readers = files.filter((file) =>
      /process\.(env|loadEnvFile)/.test(readFileSync(join(SRC, file), 'utf8')),
    );
    expect(new Set(readers.map((file) => file.split('/')[0]))).toEqual(new Set(['config']));
  });
});
