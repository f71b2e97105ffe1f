import { median, medianRatio } from '../statistics.js';
import { type Ask, ask } from './ask.js';

/** Of a question, a round. */
const REPEATS = 8;
const WARM_UP = 5;

/** A request, and the server that it is sent to. */
export interface Question {
  origin: string;
  ask: Ask;
}

/** How long answers take, two questions compared. */
export interface Comparison {
  ratio: number;
  /** Medians, in milliseconds. */
  one: number;
  other: number;
}

/** Asks two questions in turns, one at a time. @throws when an answer is not 200 or has no rows. */
export async function compareLatency(one: Question, other: Question, rounds: number): Promise<Comparison> {
  for (let i = 0; i < WARM_UP; i++) {
    await timed(one);
    await timed(other);
  }
  const ones: number[] = [];
  const others: number[] = [];
  for (let i = 0; i < rounds * REPEATS; i++) {
    ones.push(await timed(one));
    others.push(await timed(other));
  }
  return { ratio: medianRatio(ones, others), one: median(ones), other: median(others) };
}

async function timed(question: Question): Promise<number> {
  const begun = performance.now();
  const { status, body } = await ask(question.origin, question.ask);
  const took = performance.now() - begun;
  if (status !== 200 || body.length <= 2)
    throw new Error(`${question.ask.target}: ${status} ${body.toString()}`);
  return took;
}
