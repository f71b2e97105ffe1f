import { type ImportWarnings } from '../report.js';
import { sourceRecord } from '../files/utf8-text.js';
import { type Place, type SourceRecord } from '../record-source.js';
import { type Feed, type FeedRecord, type Scalar } from './feed.js';
import { type JoinedRecords } from './joined-records.js';
import { type ProgramRow, programRow, type RowOptions } from './program-row.js';
import { firstAt } from './values/path.js';
import { yesOrNo } from './values/yes-no.js';

/** Makes canonical rows of the records of a feed's files. */
export class ProgramRows {
  constructor(
    private readonly feed: Feed,
    private readonly joined: readonly JoinedRecords[],
    private readonly options: RowOptions,
    private readonly leftOut: ImportWarnings,
  ) {}

  rowOf(record: SourceRecord): SourceRecord {
    const place = { file: record.file, line: record.line };
    if ('problem' in record) {
      const { problem, values } = record;
      return { ...place, problem, ...(values && { values: this.programOf(place, values).values }) };
    }
    const { values, problem } = this.programOf(place, record.values);
    return problem ? { ...place, problem, values } : sourceRecord(place, values);
  }

  /** Whether a record is no program, but a network's test. */
  isSkipped({ file, line, values }: SourceRecord): boolean {
    const { skip } = this.feed;
    if (skip === undefined || !values || yesOrNo(firstAt(values, skip)) !== true) return false;
    this.leftOut.note(`${skip}: what it marks is left out`, { file, line });
    return true;
  }

  private programOf(place: Place, raw: FeedRecord): ProgramRow {
    let lacking: Scalar | undefined;
    let record = raw;
    for (const joined of this.joined) {
      const { as, required } = joined.join;
      record = joined.attach(record, (key) => {
        if (required) lacking = key;
        else this.leftOut.note(`${as}: no file holds ${key}`, place);
      });
    }
    const row = programRow(this.feed, record, this.options, (message) => this.leftOut.note(message, place));
    if (lacking === undefined) return row;
    return { ...row, problem: { field: 'row', reason: `no file holds what belongs to ${lacking}` } };
  }
}
