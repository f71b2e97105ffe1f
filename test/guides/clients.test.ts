import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { describeClient } from './clients.js';
import { ClientPrograms, languages } from './languages.js';

describeClient('TypeScript', languages.typescript);

test('the programs in TypeScript compile strictly, and are JavaScript once their types are taken away', async () => {
  const programs = await ClientPrograms.write(languages.typescript, '');
  const compile = promisify(execFile)(process.execPath, ['node_modules/typescript/bin/tsc'], {
    cwd: programs.folder,
  });
  await expect(compile).resolves.toMatchObject({ stdout: '' });
  await programs.remove();
});
