import { admission } from './admission.js';
import { batch } from './batch.js';
import { changes } from './changes.js';
import { churn } from './churn.js';
import { cold } from './cold.js';
import { deep } from './deep.js';
import { depth } from './depth.js';
import { growth } from './growth.js';
import { hot, notModified } from './hot.js';
import { match } from './match.js';
import { search } from './search.js';
import { start } from './start.js';
import { sync } from './sync.js';
import { walk } from './walk.js';

/** The rows of the table, in its order. */
export const measures = {
  hot,
  'not-modified': notModified,
  cold,
  batch,
  match,
  search,
  depth,
  growth,
  walk,
  start,
  churn,
  deep,
  admission,
  changes,
  sync,
};

export type MeasureName = keyof typeof measures;

export const measureNames = Object.keys(measures) as MeasureName[];
