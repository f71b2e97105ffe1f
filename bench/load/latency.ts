import { median, medianRatio } from '../statistics.js';
import { type Ask, ask } from './ask.js';

/** Of a question, a round. */
const REPEATS = 8;
const WARM_UP = 5;

/** A request, and the server that it is sent to. */
export interface Question {
  origin: string;
  /** Several are sent in turn. */
  ask: Ask | readonly Ask[];
  /** Nothing matches. */
  isEmpty?: boolean;
}

/** How long answers take, two questions compared. */
export interface Comparison {
  ratio: number;
  /** Medians, in milliseconds. */
  one: number;
  other: number;
}

/**
 * Asks two questions in turns, one at a time.
 * @param warmUp how often each is asked before.
 * @throws when an answer is not 200, or has no rows though it should.
 */
export async function compareLatency(
  one: Question,
  other: Question,
  rounds: number,
  warmUp = WARM_UP,
): Promise<Comparison> {
  for (let i = 0; i < warmUp; i++) {
    await timed(one, i);
    await timed(other, i);
  }
  const ones: number[] = [];
  const others: number[] = [];
  for (let i = 0; i < rounds * REPEATS; i++) {
    ones.push(await timed(one, warmUp + i));
    others.push(await timed(other, warmUp + i));
  }
  return { ratio: medianRatio(ones, others), one: median(ones), other: median(others) };
}

async function timed({ origin, ask: asked, isEmpty = false }: Question, time: number): Promise<number> {
  const asks = [asked].flat();
  const one = asks[time % asks.length]!;
  const begun = performance.now();
  const { status, body } = await ask(origin, one);
  const took = performance.now() - begun;
  if (status !== 200 || body.length <= 2 !== isEmpty)
    throw new Error(`${one.target}: ${status} ${body.toString()}`);
  return took;
}
