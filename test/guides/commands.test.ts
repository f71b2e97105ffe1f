import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { settings } from '../../src/config/settings.js';
import { SECRETS } from '../../src/config/validate-settings.js';
import { directory as run } from '../cli/command-line.js';
import { openSampleDirectory } from '../docs/sample-directory.js';
import { type Directory } from '../program/directory.js';
import { codeBlocks, everyPage, readPage } from './code-blocks.js';

const RESTORE = 'test/faults/scenarios/backup-restored.ts';
/** Where each command is run that is no `directory` command, or what it needs that a test does not have. */
const RUN_BY: Record<string, string> = {
  'npm start': 'test/start/npm-start.test.ts',
  'npm test': 'test/set-up/set-up.test.ts',
  'npm run check': '.ci/run',
  'npm run bench': 'needs a machine to itself',
  'npm run dev': 'test/guides/dev.guide.ts',
  'npm run openapi': 'test/guides/extending.guide.ts',
  'npm ci && npm run build && npm prune --omit=dev': 'needs a package registry',
  'NODE_ENV=production node dist/main.js': 'test/faults/scenarios/rolling-restart.ts',
  'curl -H "x-api-key: $KEY" "http://127.0.0.1:3000/api/v1/programs?url=fernhollow-books.example"':
    'test/guides/commands.test.ts',
  'export BASE_URL=https://directory.example': 'test/guides/clients.guide.ts',
  'claude mcp add --transport http directory "$BASE_URL/mcp" --header "x-api-key: $KEY"':
    'test/mcp/tools.test.ts',
  'export KEY=apd_…': 'test/guides/clients.guide.ts',
  'curl -H "x-api-key: $KEY" "$BASE_URL/api/v1/programs?search=surf&country=GB&country=FR&sort=-updatedAt"':
    'test/http/filters.test.ts',
  'pg_dump --format=custom --file=directory.dump "$DATABASE_URL"': RESTORE,
  'pg_restore --clean --if-exists --no-owner --single-transaction --dbname="$DATABASE_URL" directory.dump':
    RESTORE,
  'psql "$DATABASE_URL" --command="TRUNCATE migrations, versions, commits, pending_versions, cursor_secret, networks, programs, program_domains, changes, change_versions, kept_lists, api_keys, imports"':
    RESTORE,
  'pg_restore --data-only --disable-triggers --single-transaction --dbname="$DATABASE_URL" directory.dump':
    RESTORE,
  'reindexdb --concurrently --dbname="$DATABASE_URL"': RESTORE,
  'psql "$DATABASE_URL" --command=\'ALTER COLLATION pg_catalog."und-x-icu" REFRESH VERSION\'': RESTORE,
};
const OF_NPM = ['start', 'test', 'ci', 'prune'];
const DIRECTORY = /^(?:npm run -s )?directory (?:-- )?(.*)$/;
/** Made by following a guide, or by a build. */
const MADE = [...codeBlocks(readPage('docs/extending.md')).map(({ file }) => file), 'dist/main.js'];

const pages = everyPage().map((page) => ({ page, text: readPage(page) }));

/** The lines that a reader pastes into a terminal, without what is said beside them. */
const commands = pages.flatMap(({ text }) =>
  codeBlocks(text)
    .filter(({ file, language }) => file === undefined && (language === 'sh' || language === ''))
    .flatMap(({ code }) => code.split('\n'))
    .map((line) => line.replace(/ {2,}.*| #.*/, ''))
    .filter((line) => line !== ''),
);
const spans = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!);
const scripts = Object.keys((JSON.parse(readPage('package.json')) as { scripts: object }).scripts);

describe('The commands in README.md and docs', () => {
  const others = commands.filter((command) => !DIRECTORY.test(command));

  test.each([...new Set(others)])('%s is run as it is printed', (command) => {
    const by = RUN_BY[command];
    expect(by).toBeDefined();
    if (!by!.startsWith('needs ')) expect(existsSync(by!)).toBe(true);
  });

  test('that a test claims to run are on a page', () => {
    expect(Object.keys(RUN_BY).filter((command) => !others.includes(command))).toEqual([]);
  });

  test('of npm are scripts of this project', () => {
    const code = [...commands, ...pages.flatMap(({ text }) => spans(text))].join('\n');
    const used = [...code.matchAll(/npm (run (?:-s )?)?([a-z:]+)/g)];
    const unknown = used.filter(([, isScript, name]) => !(isScript ? scripts : OF_NPM).includes(name!));
    expect(unknown.map(([command]) => command)).toEqual([]);
  });

  const ofTable = spans(readPage('README.md')).filter((span) =>
    /^(migrate|import|feeds|keys|status)\b/.test(span),
  );
  const ofBlocks = commands.flatMap((command) => DIRECTORY.exec(command)?.[1] ?? []);

  test.each([...new Set([...ofTable, ...ofBlocks])])('directory %s is understood', async (line) => {
    const path = line.split(' ').filter((_, at, words) => words.slice(0, at + 1).every(isName));
    const help = await run('postgres://nowhere.invalid/', [...path, '--help']);
    expect(help.code).toBe(0);
    expect(help.stdout).toContain(`Usage: directory ${path.join(' ')}`);
    for (const [option] of line.matchAll(/--[a-z-]+/g)) expect(help.stdout).toContain(option);
  });

  /** A name of a command, not what it is given. */
  function isName(word: string, at: number): boolean {
    const second = ['networks', 'programs', 'show', 'create', 'rotate', 'list', 'revoke'];
    return at === 0 || (at === 1 && second.includes(word));
  }
});

describe.each(pages)('$page', ({ page, text }) => {
  test('links to pages and headings that exist', () => {
    const targets = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target]) => target!);
    const here = targets.filter((target) => !/^[a-z]+:/.test(target));
    expect(here.filter((target) => !existsSync(join(dirname(page), target)))).toEqual([]);
  });

  test('names files that exist', () => {
    const named = spans(text).filter((span) =>
      /^(src|test|docs|scripts|docker|bench|dist)\/[\w./-]+$/.test(span),
    );
    expect(named.filter((file) => !existsSync(file) && !MADE.includes(file))).toEqual([]);
  });
});

test('the settings of the README are those of the program', () => {
  const table = readPage('README.md').split('| Setting')[1]!.split('\n\n')[0]!;
  const documented = table.split('\n').flatMap((row) => spans(row.split('|')[1] ?? ''));
  const known = [...Object.keys(settings.shape), ...SECRETS.map((name) => `${name}_FILE`)];
  expect(known.length).toBeGreaterThan(20);
  expect(documented.sort()).toEqual(known.sort());
});

describe('the first request of the README', () => {
  let directory: Directory;
  beforeAll(async () => {
    directory = await openSampleDirectory();
  });
  afterAll(() => directory.close());

  test('returns what the README shows from the sample directory', async () => {
    const [, target] = /curl .* "http:\/\/127\.0\.0\.1:3000(.*)"/.exec(readPage('README.md'))!;
    const { code } = codeBlocks(readPage('README.md')).find(({ language }) => language === 'json')!;
    expect((await directory.get(target!)).json).toEqual(JSON.parse(code));
  });
});
