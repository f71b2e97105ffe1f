import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { describeClient } from './clients.js';
import { ClientPrograms, languages } from './languages.js';

describeClient('TypeScript', languages.typescript);

test('The TypeScript examples of docs/clients.md compile strictly, and are JavaScript without their types', async () => {
  const programs = await ClientPrograms.write(languages.typescript, '');
  const compile = promisify(execFile)(process.execPath, ['node_modules/typescript/bin/tsc'], {
    cwd: programs.folder,
  });
  await expect(compile).resolves.toMatchObject({ stdout: '' });
  await programs.remove();
});
