import { ImportFailed } from '../import-errors.js';
import { type Feed, type FeedRecord, type Join, type Path, type Scalar } from './feed.js';
import { type FeedFile } from './feed-file.js';
import { firstAt, isPresent, scalarsAt } from './values/path.js';

/** The records of one of a feed's further listings, by their key; of each is kept what the programs' fields need. */
export class JoinedRecords {
  private readonly records = new Map<string, FeedRecord>();
  private files = 0;
  private readonly paths: readonly Path[];

  constructor(
    readonly join: Join,
    feed: Feed,
  ) {
    const prefix = `${join.as}.`;
    this.paths = Object.values(feed.fields)
      .flatMap(({ from = [] }) => from)
      .filter((path) => path.startsWith(prefix))
      .map((path) => path.slice(prefix.length));
  }

  async load(file: FeedFile): Promise<void> {
    this.files++;
    for await (const { values } of file.records()) {
      const key = values && firstAt(values, this.join.key);
      if (key === undefined) continue;
      const present = this.paths.filter((path) => isPresent(values, path));
      this.records.set(
        String(key),
        Object.fromEntries(present.map((path) => [path, scalarsAt(values, path)])),
      );
    }
  }

  /** Asked once all files are loaded. Throws `ImportFailed` where no program could be stored without them. */
  missing(): string | undefined {
    if (this.files > 0) return undefined;
    const lack = `No file holds the ${this.join.as} of the programs`;
    if (this.join.required) throw new ImportFailed(lack);
    return lack;
  }

  /**
   * The program's record with what was found for it; untouched where there is no file of this listing.
   * @param lack told of each key that has no record
   */
  attach(program: FeedRecord, lack: (key: Scalar) => void): FeedRecord {
    if (this.files === 0) return program;
    const keys = scalarsAt(program, this.join.by);
    const found = keys.flatMap((key) => {
      const record = this.records.get(String(key));
      if (!record) lack(key);
      return record ?? [];
    });
    return { ...program, [this.join.as]: found };
  }
}
