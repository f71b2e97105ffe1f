import { hostName } from '../../hosts/host-name.js';
import { ImportFailed } from '../import-errors.js';
import { ImportWarnings } from '../report.js';
import { type RecordBatch, type RecordSource, type SourceRecord } from '../record-source.js';
import { type FeedDefinition, PROGRAM_FIELDS } from './feed-definition.js';
import { FeedFile } from './feed-file.js';
import { isTemplate } from './fields/record-path.js';
import { JoinedRecords } from './joined-records.js';
import { findIncompleteListings, type ReadPage } from './listing-totals.js';
import { ProgramRows, type RowOptions } from './program-rows.js';

export interface FeedOptions extends RowOptions {
  warn: (message: string) => void;
}

/** A network's feed of one or several files in any order, as canonical rows. */
export class FeedSource implements RecordSource {
  readonly templateHosts: readonly string[];
  private readonly pages: ReadPage[] = [];
  private readonly joined: readonly JoinedRecords[];
  private readonly warnings = new ImportWarnings(new Set(PROGRAM_FIELDS));
  private readonly rows: ProgramRows;

  constructor(
    private readonly feed: FeedDefinition,
    private readonly paths: readonly string[],
    private readonly options: FeedOptions,
  ) {
    this.templateHosts = registerTemplateHosts(feed, options.registerUrl);
    this.joined = (feed.joins ?? []).map((join) => new JoinedRecords(join, feed));
    this.rows = new ProgramRows(feed, this.joined, options, this.warnings);
  }

  async *batches(): AsyncGenerator<RecordBatch> {
    for await (const file of this.programFiles()) yield* this.batchesOf(file);
    this.warnings.reportTo(this.options.warn);
  }

  incomplete(): string | undefined {
    return findIncompleteListings(this.pages);
  }

  /** The files of programs. Files to be joined with them are read before. */
  private async *programFiles(): AsyncGenerator<FeedFile> {
    const waiting: FeedFile[] = [];
    try {
      for (const path of this.paths) {
        const file = await FeedFile.open(path, this.feed, this.options.warn);
        const joined = this.joined.find(({ join }) => join.listing === file.listing);
        if (joined) await joined.load(file);
        else if (this.joined.length > 0) waiting.push(file);
        else yield file;
      }
      if (this.joined.length > 0 && waiting.length === 0) {
        throw new ImportFailed(`No file has the programs of the feed ${this.feed.name}`);
      }
      for (const joined of this.joined) {
        const missing = joined.missing();
        if (missing !== undefined) this.options.warn(missing);
      }
      yield* waiting;
    } finally {
      for (const file of waiting) await file.close();
    }
  }

  private async *batchesOf(file: FeedFile): AsyncGenerator<RecordBatch> {
    let records = 0;
    let first: string | undefined;
    for await (const batch of file.batches()) {
      const rows: SourceRecord[] = [];
      for (const record of batch) {
        const row = this.rows.rowOf(record);
        if (records++ === 0) first = String(row.values?.['networkProgramId']);
        if (!this.rows.isSkipped(record)) rows.push(row);
      }
      yield rows;
    }
    const { path, declaredTotal, possiblyCut } = file;
    this.pages.push({ file: path, records, first, declaredTotal, possiblyCut });
  }
}

/** The hosts of the templates that make register links: the operator's own, or those of a map. */
function registerTemplateHosts({ fields }: FeedDefinition, template: string | undefined): string[] {
  const { from = [], default: otherwise } = fields.registerUrl ?? {};
  const texts = template !== undefined ? [template] : [...from.filter(isTemplate), otherwise ?? []].flat();
  return texts.flatMap((text) => hostName(String(text)) ?? []);
}
