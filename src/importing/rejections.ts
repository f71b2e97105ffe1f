import { type ImportReport } from './import-options.js';
import { type ImportCounts } from './import-summary.js';
import { printable } from './printable.js';
import { type Place, type Problem } from './record-source.js';

/** Counts the rejected rows and tells of each of them. */
export class Rejections {
  constructor(
    private readonly counts: ImportCounts,
    private readonly tell: ImportReport['reject'],
  ) {}

  async add(place: Place, problem: Problem): Promise<void> {
    this.counts.rejected++;
    await this.tell(rejection(place, problem));
  }
}

/** `FILE:LINE`. */
export const placeText = ({ file, line }: Place): string => `${printable(file, 1000)}:${line}`;

/** `FILE:LINE: field: reason`, of which a file may have chosen any part. */
export const rejection = (place: Place, { field, reason }: Problem): string =>
  `${placeText(place)}: ${printable(field, 100)}: ${printable(reason, 1000)}`;
