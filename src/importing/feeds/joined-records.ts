import { ImportFailed } from '../import-errors.js';
import {
  type FeedDefinition,
  type FeedRecord,
  type Join,
  type Path,
  type Scalar,
} from './feed-definition.js';
import { type FeedFile } from './feed-file.js';
import { firstValueAt, lookUp, valuesAt } from './fields/record-path.js';

/** The records of a joined listing by their key. Of each record only what the programs' fields need is kept. */
export class JoinedRecords {
  private readonly records = new Map<string, FeedRecord>();
  private files = 0;
  private readonly paths: readonly Path[];

  constructor(
    readonly join: Join,
    feed: FeedDefinition,
  ) {
    const prefix = `${join.as}.`;
    this.paths = Object.values(feed.fields)
      .flatMap(({ from = [] }) => from)
      .filter((path) => path.startsWith(prefix))
      .map((path) => path.slice(prefix.length));
  }

  async load(file: FeedFile): Promise<void> {
    this.files++;
    for await (const batch of file.batches()) {
      for (const { values } of batch) if (values) this.add(values);
    }
  }

  private add(values: FeedRecord): void {
    const key = firstValueAt(values, this.join.key);
    if (key === undefined) return;
    const entries = this.paths.flatMap((path): [Path, unknown][] => {
      const { scalars, objects, present } = lookUp(values, path);
      return present ? [[path, [...scalars, ...objects]]] : [];
    });
    this.records.set(String(key), Object.fromEntries(entries));
  }

  /**
   * A warning where no file of the listing was loaded.
   * @throws ImportFailed where the listing is required
   */
  missing(): string | undefined {
    if (this.files > 0) return undefined;
    const message = `No file has the ${this.join.as} of the programs`;
    if (this.join.required) throw new ImportFailed(message);
    return message;
  }

  /**
   * The program's record with the records joined to it; unchanged where no file of the listing was loaded.
   * @param onMissing called for each key that has no record
   */
  attach(program: FeedRecord, onMissing: (key: Scalar) => void): FeedRecord {
    if (this.files === 0) return program;
    const keys = valuesAt(program, this.join.by);
    const found = keys.flatMap((key) => {
      const record = this.records.get(String(key));
      if (!record) onMissing(key);
      return record ?? [];
    });
    return { ...program, [this.join.as]: found };
  }
}
