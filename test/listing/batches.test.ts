import { expect, test } from '@jest/globals';
import { Batches } from '../../src/listing/batches.js';
import { Semaphore } from '../../src/listing/semaphore.js';

/** Batches of at most three questions that take their turn one by one; each answer is the question and its batch. */
function openBatches() {
  const batches = new Batches<string, string>(3);
  const turn = new Semaphore(1, 1_000);
  const asked: string[] = [];
  const ask = (identity: string, question: string) =>
    batches.add(identity, question, (take) =>
      turn.run(async () => {
        const questions = [...take()];
        asked.push(questions.join(''));
        await new Promise((done) => setTimeout(done, 5));
        if (questions.includes('!')) throw new Error('no answer');
        return questions.map((each) => `${each} of ${questions.join('')}`);
      }),
    );
  return { ask, asked };
}

test('Questions that wait for a turn get their answers from one call', async () => {
  const { ask, asked } = openBatches();
  const answers = await Promise.all([...'abcdef'].map((question) => ask('', question)));
  expect(asked).toEqual(['a', 'bcd', 'ef']);
  expect(answers).toEqual(['a of a', 'b of bcd', 'c of bcd', 'd of bcd', 'e of ef', 'f of ef']);
  expect(await ask('', 'g')).toBe('g of g');
});

test('Questions of different identities are not asked together', async () => {
  const { ask, asked } = openBatches();
  await Promise.all([ask('1', 'a'), ask('2', 'b'), ask('1', 'c'), ask('2', 'd'), ask('1', 'e')]);
  expect(asked).toEqual(['a', 'bd', 'ce']);
});

test('A call that fails rejects its questions alone', async () => {
  const { ask } = openBatches();
  const answers = ['a', 'b', '!', 'd', 'e'].map((question) => ask('', question).catch(String));
  expect(await Promise.all(answers)).toEqual([
    'a of a',
    ...Array<string>(3).fill('Error: no answer'),
    'e of e',
  ]);
  expect(await ask('', 'f')).toBe('f of f');
});

test('What waited too long for its turn does not keep others from asking', async () => {
  const batches = new Batches<string, string>(3);
  const turn = new Semaphore(1, 10);
  const busy = turn.run(() => new Promise((done) => setTimeout(done, 50)));
  const ask = (question: string) =>
    batches.add('', question, (take) => turn.run(() => Promise.resolve([...take()])));
  const late = await Promise.allSettled([ask('a'), ask('b')]);
  expect(late.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await busy;
  expect(await ask('c')).toBe('c');
});
