import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeTemporaryFolder } from '../program/temporary-folder.js';

const exec = promisify(execFile);
const NAME = 'affiliate-directory-client';

/** A project of a client's own, with the package of the client installed as `npm pack` makes it. */
export class InstalledClient {
  private constructor(
    readonly folder: string,
    /** The paths of the files of the package. */
    readonly files: string[],
  ) {}

  static async install(): Promise<InstalledClient> {
    const folder = await makeTemporaryFolder();
    const packing = ['pack', './clients/typescript', '--json', '--pack-destination', folder];
    const { stdout } = await exec('npm', packing, { env: { ...process.env, npm_config_loglevel: 'error' } });
    const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [
      { filename: string; files: { path: string }[] },
    ];
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await exec('npm', ['install', '--offline', `./${filename}`], { cwd: folder });
    await symlink(join(process.cwd(), 'node_modules/@types'), join(folder, 'node_modules/@types'));
    await symlink(
      join(process.cwd(), 'node_modules/undici-types'),
      join(folder, 'node_modules/undici-types'),
    );
    return new InstalledClient(
      folder,
      files.map(({ path }) => path),
    );
  }

  read(path: string): string {
    return readFileSync(join(this.folder, 'node_modules', NAME, path), 'utf8');
  }

  write(name: string, code: string): Promise<void> {
    return writeFile(join(this.folder, name), code);
  }

  /** Compiles the programs strictly. @throws with the messages of the compiler. */
  async compile(files: string[], options: object = {}): Promise<void> {
    const compilerOptions = {
      ...{ target: 'ES2022', module: 'NodeNext', lib: ['ES2022'], types: ['node'], strict: true },
      ...{ noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, ...options },
    };
    await this.write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
    await exec(process.execPath, ['node_modules/typescript/bin/tsc', '-p', this.folder]).catch(
      ({ stdout }: { stdout: string }) => {
        throw new Error(stdout);
      },
    );
  }

  /** What a program prints. */
  async run(program: string, env: Record<string, string>): Promise<string> {
    const { stdout } = await exec(process.execPath, [program], {
      cwd: this.folder,
      env: { ...process.env, ...env },
    });
    return stdout;
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true });
  }
}
