import { type Place } from './record-source.js';

/** Distinct messages that are kept; a hostile file could hold a million. */
const MOST = 100;

/** Collects what was left out of rows that were kept, so that each thing is told once, with the number of its rows. */
export class ImportWarnings {
  private readonly notes = new Map<string, { rows: number; first: Place }>();
  private readonly unknownFields = new Set<string>();
  private more = 0;

  constructor(private readonly known: ReadonlySet<string>) {}

  note(message: string, place: Place): void {
    const note = this.notes.get(message);
    if (note) note.rows++;
    else if (this.notes.size < MOST) this.notes.set(message, { rows: 1, first: place });
    else this.more++;
  }

  unknown(values: Readonly<Record<string, unknown>>): void {
    for (const name in values) {
      if (!this.known.has(name) && this.unknownFields.size < MOST) this.unknownFields.add(name);
    }
  }

  tell(warn: (message: string) => void): void {
    if (this.unknownFields.size > 0) {
      const names = [...this.unknownFields].map((name) => JSON.stringify(name.slice(0, 100)));
      warn(`Fields that no row of this kind has are ignored: ${names.join(', ')}`);
    }
    for (const [message, { rows, first }] of this.notes) {
      warn(`${message} (${rows} ${rows === 1 ? 'row' : 'rows'}, first at ${first.file}:${first.line})`);
    }
    if (this.more > 0) warn(`${this.more} more values are left out`);
  }
}
