import { type RecordBatch, type RecordSource } from '../record-source.js';
import { type ExpectedColumns } from './csv-header.js';
import { csvRecords } from './csv-records.js';
import { fileBytes } from './file-bytes.js';
import { type FileFormat } from './file-format.js';
import { jsonRecords } from './json-records.js';
import { linesOf } from './lines.js';
import { ndjsonRecords } from './ndjson-records.js';
import { utf8Text } from './utf8-text.js';

/** A file whose rows have the canonical field names already. */
export class CanonicalFile implements RecordSource {
  /**
   * @param path `-` is standard input
   * @param file the name that reports show
   * @param columns those that a CSV file must have, and those that it may have once only
   */
  constructor(
    private readonly path: string,
    private readonly file: string,
    private readonly format: FileFormat,
    private readonly columns: ExpectedColumns,
  ) {}

  batches(): AsyncIterable<RecordBatch> {
    const text = utf8Text(fileBytes(this.path, this.file));
    switch (this.format) {
      case 'csv':
        return csvRecords(linesOf(text), this.file, this.columns);
      case 'ndjson':
        return ndjsonRecords(linesOf(text), this.file);
      case 'json':
        return jsonRecords(text, this.file);
    }
  }
}
