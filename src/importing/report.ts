import { type ImportCounts, type ImportReport } from './import-options.js';
import { type Place, type Problem } from './record-source.js';

/** Characters of a warning, which may name many fields. */
export const MAX_WARNING_LENGTH = 20_000;

/** Characters of the message that a command ends with. */
export const MAX_MESSAGE_LENGTH = 2000;

/** External text as one line of at most so many characters, safe for a terminal and for the database. */
export const printable = (text: string, maxLength: number): string =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, maxLength);

/** `FILE:LINE`. */
export const placeText = ({ file, line }: Place): string => `${printable(file, 1000)}:${line}`;

/** `FILE:LINE: field: reason`; the file may control any part of it. */
export const rejection = (place: Place, { field, reason }: Problem): string =>
  `${placeText(place)}: ${printable(field, 100)}: ${printable(reason, 1000)}`;

/** Counts the rejected rows and reports each of them. */
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

/** Distinct messages that are kept; a hostile file could hold a million. */
const MAX_MESSAGES = 100;

/** Collects what is ignored in accepted rows, to report each message once with the number of its rows. */
export class ImportWarnings {
  private readonly notes = new Map<string, { rows: number; first: Place }>();
  private readonly unknownFields = new Set<string>();
  private more = 0;

  constructor(private readonly known: ReadonlySet<string>) {}

  note(message: string, place: Place): void {
    const note = this.notes.get(message);
    if (note) note.rows++;
    else if (this.notes.size < MAX_MESSAGES) this.notes.set(message, { rows: 1, first: place });
    else this.more++;
  }

  unknown(values: Readonly<Record<string, unknown>>): void {
    for (const name in values) {
      if (!this.known.has(name) && this.unknownFields.size < MAX_MESSAGES) this.unknownFields.add(name);
    }
  }

  tell(warn: (message: string) => void): void {
    if (this.unknownFields.size > 0) {
      const names = [...this.unknownFields].map((name) => JSON.stringify(name.slice(0, 100)));
      warn(`Unknown fields are ignored: ${names.join(', ')}`);
    }
    for (const [message, { rows, first }] of this.notes) {
      warn(`${message} (${rows} ${rows === 1 ? 'row' : 'rows'}, first at ${first.file}:${first.line})`);
    }
    if (this.more > 0) warn(`${this.more} more values are ignored`);
  }
}
