import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { SmallCheckout } from './small-checkout.js';

describe('npm test', () => {
  let checkout: SmallCheckout;

  beforeEach(async () => {
    checkout = await SmallCheckout.make();
    await checkout.run();
    await checkout.calls();
  });
  afterEach(() => checkout.remove());

  const putJest = (text: string) => checkout.write('node_modules/jest/bin/jest.js', text);

  test('passes its arguments to Jest, and builds nothing', async () => {
    await checkout.write('src/program.js', 'changed');
    await putJest('console.log(process.argv.slice(2).join("+"))');
    expect((await checkout.test('test/http', '--bail')).out).toBe('test/http+--bail\n0 passed, 0 failed\n');
    expect(await checkout.calls()).toEqual([]);
  });

  test('prints the number of tests on its last line, and exits with the code of Jest', async () => {
    await putJest(`
      process.send({ passed: 41, failed: 2 });
      process.on('exit', () => console.log('the last word of Jest'));
      process.exitCode = 7;
    `);
    expect(await checkout.test()).toMatchObject({
      code: 7,
      out: 'the last word of Jest\n41 passed, 2 failed\n',
    });
  });

  test('counts a run that failed before its first test', async () => {
    await putJest('throw new Error("no database")');
    const { code, out, errors } = await checkout.test();
    expect({ code, out }).toEqual({ code: 1, out: '0 passed, 1 failed\n' });
    expect(errors).toContain('no database');
  });
});
