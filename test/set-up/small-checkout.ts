import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTemporaryFolder } from '../program/temporary-folder.js';

const SCRIPTS = fileURLToPath(new URL('../../scripts', import.meta.url));
const NEST = 'node_modules/@nestjs/cli/bin/nest.js';
const LOCK = {
  packages: {
    '': {},
    'node_modules/@nestjs/cli': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/tool': { version: '1.0.0', integrity: 'sha512-c', dev: true },
    'node_modules/elsewhere': { version: '1.0.0', integrity: 'sha512-b', optional: true },
  },
};

/** A fake `nest build`: compiles by copying, half of the files if the source says so. */
const BUILD = `
  import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
  appendFileSync('calls', 'build\\n');
  rmSync('dist', { recursive: true, force: true });
  mkdirSync('dist');
  const source = readFileSync('src/program.js', 'utf8');
  writeFileSync('dist/program.js', source);
  if (source.includes('mistake')) process.exit(1);
`;

/** A fake npm: needs no network, and is interrupted if the lock file says so. */
const INSTALL = `
  import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
  appendFileSync('calls', 'install\\n');
  rmSync('node_modules', { recursive: true, force: true });
  mkdirSync('node_modules/@nestjs/cli/bin', { recursive: true });
  mkdirSync('node_modules/tool');
  writeFileSync('${NEST}', ${JSON.stringify(BUILD)});
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  if (lock.cutOff) process.kill(process.pid, 'SIGKILL');
  delete lock.packages[''];
  delete lock.packages['node_modules/elsewhere'];
  writeFileSync('node_modules/.package-lock.json', JSON.stringify(lock));
  console.log('added 1 package');
`;

/** Prints its arguments and ends with code 3. */
export const PROGRAM = 'console.log(JSON.stringify(process.argv.slice(2))); process.exitCode = 3;';

interface Outcome {
  code: number;
  out: string;
  errors: string;
}

/** A checkout with this project's scripts and hardly anything else. */
export class SmallCheckout {
  /** Added to the environment of what runs. */
  settings: Record<string, string> = {};

  private constructor(readonly folder: string) {}

  static async make(): Promise<SmallCheckout> {
    const checkout = new SmallCheckout(await makeTemporaryFolder());
    await cp(SCRIPTS, join(checkout.folder, 'scripts'), { recursive: true });
    await checkout.write('package.json', JSON.stringify({ type: 'module', engines: { node: '>=20.19' } }));
    await checkout.write('package-lock.json', JSON.stringify(LOCK));
    await checkout.write('src/program.js', PROGRAM);
    for (const file of ['nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'])
      await checkout.write(file, '{}');
    await checkout.write('npm/npm-cli.js', INSTALL);
    return checkout;
  }

  async write(file: string, text: string): Promise<void> {
    await mkdir(dirname(join(this.folder, file)), { recursive: true });
    await writeFile(join(this.folder, file), text);
  }

  async changeLock(change: { version?: string; cutOff?: boolean }): Promise<void> {
    const lock = structuredClone(LOCK) as typeof LOCK & { cutOff?: boolean };
    if (change.version) lock.packages['node_modules/@nestjs/cli'].version = change.version;
    if (change.cutOff) lock.cutOff = true;
    await this.write('package-lock.json', JSON.stringify(lock));
  }

  /** Takes away what `npm prune --omit=dev` does. */
  async prune(): Promise<void> {
    const hidden = 'node_modules/.package-lock.json';
    const lock = JSON.parse(await readFile(join(this.folder, hidden), 'utf8')) as {
      packages: Record<string, object>;
    };
    delete lock.packages['node_modules/tool'];
    await this.write(hidden, JSON.stringify(lock));
    await rm(join(this.folder, 'node_modules/tool'), { recursive: true });
  }

  /** Runs the program as `npm start` does. */
  run(...args: string[]): Promise<Outcome> {
    return this.node('scripts/run.mjs', 'dist/program.js', ...args);
  }

  /** Runs the tests as `npm test` does. */
  test(...args: string[]): Promise<Outcome> {
    return this.node('scripts/test.mjs', ...args);
  }

  private node(...command: string[]): Promise<Outcome> {
    const env = { ...process.env, ...this.settings, npm_execpath: join(this.folder, 'npm/npm-cli.js') };
    return new Promise((resolve) => {
      const child = execFile(process.execPath, command, { cwd: this.folder, env }, (_error, out, errors) =>
        resolve({ code: child.exitCode ?? Number.NaN, out, errors }),
      );
    });
  }

  /** What was installed and built since the last time that this was asked. */
  async calls(): Promise<string[]> {
    const calls = await readFile(join(this.folder, 'calls'), 'utf8').catch(() => '');
    await rm(join(this.folder, 'calls'), { force: true });
    return calls.trim().split('\n').filter(Boolean);
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}
