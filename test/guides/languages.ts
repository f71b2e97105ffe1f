import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { transformSync } from '@swc/core';
import { makeTemporaryFolder } from '../program/temporary-folder.js';
import { codeBlocks, readPage } from './code-blocks.js';

/** A language of the guide for clients. */
export interface Language {
  ending: string;
  /** What runs a program, given the name of its file. */
  command: string;
  /** Makes what is run of a program, where that is another file. */
  compiled?: { ending: string; compile: (code: string) => string };
}

export const languages = {
  typescript: {
    ending: 'ts',
    command: process.execPath,
    compiled: { ending: 'js', compile: withoutTypes },
  },
  python: { ending: 'py', command: 'python3' },
  shell: { ending: 'sh', command: 'sh' },
} satisfies Record<string, Language>;

/** What Node.js does by itself from 22.18 on; a loader that does it costs a second at each start. */
function withoutTypes(code: string): string {
  const { code: javaScript } = transformSync(code, {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
  });
  return javaScript.replaceAll("/directory.ts'", "/directory.js'");
}

const STRICT = {
  ...{ target: 'ES2023', module: 'NodeNext', lib: ['ES2023', 'DOM'], types: ['node'], noEmit: true },
  ...{ allowImportingTsExtensions: true, erasableSyntaxOnly: true, verbatimModuleSyntax: true },
  ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, skipLibCheck: true },
};

/** What a client's program printed, and how it ended. */
export interface Outcome {
  code: number | null;
  lines: string[];
  errors: string;
}

/** The programs of the guide in one language, in a folder of a client's own. */
export class ClientPrograms {
  private constructor(
    private readonly language: Language,
    readonly folder: string,
    private readonly key: string,
  ) {}

  /** @param key what the programs send as theirs. */
  static async write(language: Language, key: string): Promise<ClientPrograms> {
    const folder = await makeTemporaryFolder();
    const isOurs = (file: string | undefined) => file?.endsWith(`.${language.ending}`);
    for (const { file, code } of codeBlocks(readPage('docs/clients.md')).filter((block) =>
      isOurs(block.file),
    )) {
      await writeFile(join(folder, file!), code);
      const { ending, compiled } = language;
      if (compiled) {
        const name = file!.slice(0, -ending.length) + compiled.ending;
        await writeFile(join(folder, name), compiled.compile(code));
      }
    }
    if (language.ending === 'ts') {
      await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
      await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT }));
    }
    return new ClientPrograms(language, folder, key);
  }

  /** @param program its name without the ending. */
  async run(baseUrl: string, program: string, ...args: string[]): Promise<Outcome> {
    const { command, ending, compiled } = this.language;
    const child = spawn(command, [`${program}.${compiled?.ending ?? ending}`, ...args], {
      cwd: this.folder,
      env: { ...process.env, BASE_URL: baseUrl, KEY: this.key },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code: child.exitCode, lines: out.split('\n').filter(Boolean), errors };
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true });
  }
}
