import { Injectable } from '@nestjs/common';
import { PageSource } from '../database/page-source.js';
import { type List } from './list.js';

/** Maximum number of texts in a sample. */
const SAMPLE_SIZE = 300;
/** From fewer texts no frequency is estimated: few rows are searched fast anyhow, or the sample is a poor one. */
const MIN_SAMPLE_SIZE = 100;
/** Pages of the table from which a sample is taken. */
const SAMPLED_PAGES = 100;
const MAX_AGE_MS = 10_000;

interface Sample {
  texts: readonly string[];
  /** When it was last read, or was tried to. */
  readAt: number;
}

/**
 * Has samples of the texts that are searched in a list, from which the frequency of a word is estimated. They affect
 * only the speed of a search: none waits for a sample, or fails with it.
 */
@Injectable()
export class TextSamples {
  private readonly samples = new Map<string, Sample>();

  constructor(private readonly source: PageSource) {}

  /** A sample of the values of an SQL expression, as far as one is known; it is read again where it is old. */
  of(list: List, expression: string): readonly string[] {
    const key = `${list.name} ${expression}`;
    const sample = this.samples.get(key) ?? { texts: [], readAt: -Infinity };
    this.samples.set(key, sample);
    if (performance.now() - sample.readAt > MAX_AGE_MS) void this.refresh(sample, list, expression);
    return sample.texts;
  }

  private async refresh(sample: Sample, list: List, expression: string): Promise<void> {
    sample.readAt = performance.now();
    try {
      sample.texts = await this.read(list, expression);
    } catch {
      // The one before is still good enough.
    }
  }

  /** Reads random pages, which takes the same time whatever the table has become, and random rows of these. */
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
