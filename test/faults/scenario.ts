import { type Stage } from './stage.js';
import { type Tally } from './traffic/tally.js';

/** A fault, and what must hold while it lasts and after it. */
export interface Scenario {
  broken: string;
  /** @throws when what must hold did not. */
  run: (stage: Stage) => Promise<Finding>;
}

/** A line of the table. */
export interface Finding {
  tally: Tally;
  /** Milliseconds from the end of the fault to the last response that was not normal; undefined where nothing had to recover. */
  recovery?: number;
  /** What else was measured. */
  notes: string[];
}

/** @throws an error with the message unless the condition is true. */
export function must(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(what);
}
