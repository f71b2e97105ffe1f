import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { PROGRAM, SmallCheckout } from './small-checkout.js';

let checkout: SmallCheckout;

beforeEach(async () => {
  checkout = await SmallCheckout.make();
});
afterEach(() => checkout.remove());

describe('a fresh checkout', () => {
  test('is installed and built before the program runs, and neither the next time', async () => {
    const first = await checkout.run();
    expect(first.errors).toMatch(/^Installing the dependencies …\nadded 1 package\nBuilding …\n$/);
    expect(await checkout.calls()).toEqual(['install', 'build']);
    expect((await checkout.run()).errors).toBe('');
    expect(await checkout.calls()).toEqual([]);
  });

  test('passes arguments to the program, and its standard output and exit code to the caller', async () => {
    const result = await checkout.run('import', 'two words', '');
    expect(result).toMatchObject({ out: '["import","two words",""]\n', code: 3 });
  });

  test('is set up once by several concurrent starts', async () => {
    const results = await Promise.all([checkout.run('1'), checkout.run('2'), checkout.run('3')]);
    expect(results.map(({ out }) => out)).toEqual(['["1"]\n', '["2"]\n', '["3"]\n']);
    expect(await checkout.calls()).toEqual(['install', 'build']);
  });

  test('says which Node.js it needs', async () => {
    await checkout.write('package.json', JSON.stringify({ type: 'module', engines: { node: '>=99.1' } }));
    const { code, out, errors } = await checkout.run();
    expect(errors).toBe(`Node.js 99.1 or later is needed; this is ${process.versions.node}.\n`);
    expect({ code, out }).toEqual({ code: 1, out: '' });
  });
});

describe('a checkout that was set up', () => {
  beforeEach(async () => {
    await checkout.run();
    await checkout.calls();
  });

  test('is built again when a source was changed, added or removed', async () => {
    await checkout.write('src/program.js', `${PROGRAM} // changed`);
    await checkout.run();
    expect(await checkout.calls()).toEqual(['build']);
    await checkout.write('src/more/deep.js', '');
    await checkout.run();
    expect(await checkout.calls()).toEqual(['build']);
    await rm(join(checkout.folder, 'src/more'), { recursive: true });
    await checkout.run();
    expect(await checkout.calls()).toEqual(['build']);
  });

  test('is not built again when only the times of the files have changed', async () => {
    const later = new Date(Date.now() + 3_600_000);
    await utimes(join(checkout.folder, 'src/program.js'), later, later);
    await utimes(join(checkout.folder, 'package-lock.json'), later, later);
    await checkout.run();
    expect(await checkout.calls()).toEqual([]);
  });

  test('is installed and built again when another version is locked', async () => {
    await checkout.changeLock({ version: '2.0.0' });
    await checkout.run();
    expect(await checkout.calls()).toEqual(['install', 'build']);
  });

  test('is installed again when a package is missing', async () => {
    await rm(join(checkout.folder, 'node_modules/@nestjs'), { recursive: true });
    await checkout.run();
    expect(await checkout.calls()).toEqual(['install']);
  });

  test('without development dependencies runs on DATABASE_URL', async () => {
    checkout.settings.DATABASE_URL = 'postgres://nowhere.invalid/';
    await checkout.prune();
    expect((await checkout.run()).code).toBe(3);
    expect(await checkout.calls()).toEqual([]);
  });

  test('gets the development dependencies for a build, for tests, and for the embedded database', async () => {
    checkout.settings.DATABASE_URL = 'postgres://nowhere.invalid/';
    await checkout.prune();
    await checkout.write('src/program.js', `${PROGRAM} // changed`);
    await checkout.run();
    expect(await checkout.calls()).toEqual(['install', 'build']);

    await checkout.prune();
    await checkout.test();
    expect(await checkout.calls()).toEqual(['install']);

    await checkout.prune();
    checkout.settings = {};
    await checkout.run();
    expect(await checkout.calls()).toEqual(['install']);
  });

  test('does not run after a failed build, and is built again', async () => {
    await checkout.write('src/program.js', 'mistake');
    const failed = await checkout.run();
    expect(failed).toMatchObject({ code: 1, out: '' });
    expect(failed.errors).toContain('The program could not be built: nest build ended with 1.');
    await checkout.write('src/program.js', PROGRAM);
    expect(await checkout.run()).toMatchObject({ code: 3, out: '[]\n' });
    expect(await checkout.calls()).toEqual(['build', 'build']);
  });

  test('is installed again after an installation that was killed', async () => {
    await checkout.changeLock({ version: '2.0.0', cutOff: true });
    expect((await checkout.run()).out).toBe('');
    await checkout.changeLock({ version: '2.0.0' });
    expect(await checkout.run()).toMatchObject({ code: 3, out: '[]\n' });
    expect(await checkout.calls()).toEqual(['install', 'install', 'build']);
  });
});
