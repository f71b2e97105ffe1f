import { type ImportCounts, type ImportReport } from './import-options.js';
import { type RecordLocation, type Problem } from './record-source.js';

/** Characters of a warning, which may name many fields. */
export const MAX_WARNING_LENGTH = 20_000;

/** Characters of the message that a command ends with. */
export const MAX_MESSAGE_LENGTH = 2000;

/** External text as one line of at most that many characters, safe for a terminal and for the database. */
export const printable = (text: string, maxLength: number): string =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, maxLength);

/** Characters of a value that a message shows. */
const MAX_SHOWN = 60;

/** Text of a file as a message shows it: cut where it is long. */
export const shortened = (text: string): string =>
  text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).replace(/[\ud800-\udbff]$/, '')}…` : text;

/** A value of a file as a message shows it: as JSON, cut where it is long. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shortened(value));
  if (typeof value !== 'object' || value === null) return String(value);
  try {
    return shortened(JSON.stringify(value));
  } catch {
    return Array.isArray(value) ? 'an array' : 'an object';
  }
}

/** Names in quotes, each with the known name that was probably meant: one with the same letters and digits. */
export function withSuggestions(names: readonly string[], known: Iterable<string>): string {
  const meant = new Map([...known].map((name) => [lettersOf(name), name]));
  return names
    .map((name) => {
      const suggestion = meant.get(lettersOf(name));
      return shownValue(name) + (suggestion === undefined ? '' : ` (did you mean ${suggestion}?)`);
    })
    .join(', ');
}

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** `FILE:LINE`. */
export const locationText = ({ file, line }: RecordLocation): string => `${printable(file, 1000)}:${line}`;

/** `FILE:LINE: field: reason`; the file may control any part of it. */
export const rejectionLine = (location: RecordLocation, { field, reason }: Problem): string =>
  `${locationText(location)}: ${printable(field, 100)}: ${printable(reason, 1000)}`;

/** Counts the rejected rows and reports each of them. */
export class RejectedRowReporter {
  constructor(
    private readonly counts: ImportCounts,
    private readonly report: ImportReport['reject'],
  ) {}

  async add(location: RecordLocation, problem: Problem): Promise<void> {
    this.counts.rejected++;
    await this.report(rejectionLine(location, problem));
  }
}

/** Distinct messages that are kept; a hostile file could hold a million. */
const MAX_MESSAGES = 100;

/** Collects what is ignored in accepted rows, to report each message once with the number of its rows. */
export class ImportWarnings {
  private readonly messages = new Map<string, { rows: number; first: RecordLocation }>();
  private readonly unknownFields = new Set<string>();
  private more = 0;

  constructor(private readonly known: ReadonlySet<string>) {}

  add(message: string, location: RecordLocation): void {
    const known = this.messages.get(message);
    if (known) known.rows++;
    else if (this.messages.size < MAX_MESSAGES) this.messages.set(message, { rows: 1, first: location });
    else this.more++;
  }

  addUnknownFields(values: Readonly<Record<string, unknown>>): void {
    for (const name in values) {
      if (!this.known.has(name) && this.unknownFields.size < MAX_MESSAGES) this.unknownFields.add(name);
    }
  }

  reportTo(warn: (message: string) => void): void {
    if (this.unknownFields.size > 0) {
      warn(`Unknown fields are ignored: ${withSuggestions([...this.unknownFields], this.known)}`);
    }
    for (const [message, { rows, first }] of this.messages) {
      warn(`${message} (${rows} ${rows === 1 ? 'row' : 'rows'}, first at ${first.file}:${first.line})`);
    }
    if (this.more > 0) warn(`${this.more} more values are ignored`);
  }
}
