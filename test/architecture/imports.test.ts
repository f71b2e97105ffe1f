import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));
const IMPORT = /^(?:import|export)\s[^;]*?from '(\.{1,2}\/[^']+)';/gm;

/** A file of `src/`, and one that it imports. */
interface Arrow {
  from: string;
  to: string;
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const arrows: Arrow[] = files.flatMap((from) => {
  const text = readFileSync(join(SRC, from), 'utf8');
  return [...text.matchAll(IMPORT)].map(([, path]) => ({
    from,
    to: relative(SRC, join(SRC, dirname(from), path!)).replace(/\.js$/, '.ts'),
  }));
});

const from = (room: string) => arrows.filter((arrow) => arrow.from.startsWith(`${room}/`));
const rooms = (found: Arrow[]) => new Set(found.map(({ to }) => to.split('/')[0]!));
const into = (room: string) =>
  arrows.filter(({ from, to }) => to.startsWith(`${room}/`) && !from.startsWith(`${room}/`));

describe('the rooms', () => {
  it('are read', () => {
    expect(arrows.length).toBeGreaterThan(files.length);
  });

  it('listing/ knows no resource, and nothing of HTTP', () => {
    expect([...rooms(from('listing'))].sort()).toEqual(['database', 'listing']);
  });

  it('networks/ and programs/ do not know each other, but for the entity that names its network', () => {
    expect(rooms(from('networks'))).not.toContain('programs');
    expect(from('programs').filter(({ to }) => to.startsWith('networks/'))).toEqual([
      { from: 'programs/program.entity.ts', to: 'networks/network.entity.ts' },
    ]);
  });

  it('http/ knows no resource', () => {
    expect([...rooms(from('http'))].sort()).toEqual([
      ...['api-keys', 'config', 'database', 'hosts', 'http', 'listing', 'monitoring'],
    ]);
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

  it('nobody knows the command line', () => {
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
