import { Injectable, Logger } from '@nestjs/common';
import { DatabaseUnavailable } from '../database/database-unavailable.js';
import { FailureLog } from '../database/failure-log.js';
import { PageSource } from '../database/page-source.js';
import { type List } from './list.js';

/** Maximum number of texts in a sample. */
const SAMPLE_SIZE = 300;
/** A list of fewer rows is fast without a sample; of a table with fewer rows in so many pages, it would be unreliable. */
const MIN_SAMPLE_SIZE = 100;
/** Pages of the table from which a sample is taken. */
const SAMPLED_PAGES = 100;
const MAX_AGE_MS = 10_000;

interface Sample {
  texts: readonly string[];
  /** When the last read ended, also if it failed. */
  readAt: number;
  isBeingRead: boolean;
}

/**
 * Caches samples of the searched texts of each list, to estimate how frequent a word is. They affect only the speed of a
 * search: none waits for a sample, or fails with it.
 */
@Injectable()
export class TextSamples {
  private readonly failures = new FailureLog(new Logger('TextSamples'));
  private readonly samples = new Map<string, Sample>();

  constructor(private readonly source: PageSource) {}

  /** The cached sample of the values of an SQL expression, empty until the first read. Refreshes one that is old. */
  get(list: List, expression: string): readonly string[] {
    const key = `${list.name} ${expression}`;
    const sample = this.samples.get(key) ?? { texts: [], readAt: -Infinity, isBeingRead: false };
    this.samples.set(key, sample);
    if (!sample.isBeingRead && performance.now() - sample.readAt > MAX_AGE_MS) {
      sample.isBeingRead = true;
      // Later, so that the search itself is the first to ask for a connection.
      setImmediate(() => void this.refresh(sample, list, expression));
    }
    return sample.texts;
  }

  private async refresh(sample: Sample, list: List, expression: string): Promise<void> {
    try {
      sample.texts = await this.read(list, expression);
      this.failures.works();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable))
        this.failures.failed(`Searches may be slow, as no sample was read: ${(error as Error).message}`);
    } finally {
      sample.readAt = performance.now();
      sample.isBeingRead = false;
    }
  }

  /** Reads random rows of random pages: the cost does not depend on the size of the table, or on dead rows. */
  private async read({ name, where }: List, expression: string): Promise<string[]> {
    const pages = `pg_relation_size('${name}') / current_setting('block_size')::integer`;
    const text = `
      SELECT ${expression} FROM (
        SELECT * FROM ${name} TABLESAMPLE SYSTEM (least(100, 100 * ${SAMPLED_PAGES}.0 / greatest(1, ${pages})))
          WHERE ${where} ORDER BY random() LIMIT ${SAMPLE_SIZE}
      ) AS sampled`;
    const rows = await this.source.rows(name, { name: '', text });
    return rows.length < MIN_SAMPLE_SIZE ? [] : rows.map(([value]) => value!);
  }
}
