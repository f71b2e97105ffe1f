import { DirectoryError } from './directory-error.js';
import type { Program } from './types.js';

/** What a sync did to a map, and where the next one goes on. */
export interface SyncResult {
  place: string;
  /** How many programs were added or replaced. */
  changed: number;
  /** How many programs were removed. */
  removed: number;
}

type Changes = AsyncIterable<{ programs: Program[]; place: string }>;

/** Every page with a place is new, so only a directory that is emptied over and over ends this. */
const MAX_RESTARTS = 10;

/**
 * Brings a map to the state of the directory.
 * @param changesFrom reads the changes from a place, or everything.
 * @param from the place of the last sync of this map.
 */
export async function sync(
  map: Map<number, Program>,
  changesFrom: (place: string | undefined) => Changes,
  from: string | undefined,
): Promise<SyncResult> {
  const copy = new Copy(map);
  let mayBeInvalid = true;
  for (let place = from, restarts = 0; ; restarts++) {
    try {
      return { place: await copy.follow(changesFrom(place), place === undefined), ...copy.counts };
    } catch (error) {
      const isInvalid = isInvalidPlace(error);
      if (restarts === MAX_RESTARTS || !(isGone(error) || (isInvalid && mayBeInvalid))) throw error;
      if (isInvalid) mayBeInvalid = false;
      place = undefined;
    }
  }
}

/** A map of programs by id, and how often it was changed. */
class Copy {
  readonly counts = { changed: 0, removed: 0 };

  constructor(private readonly map: Map<number, Program>) {}

  /**
   * Applies changes to their end.
   * @param isWhole whether they begin with everything: what they do not show is removed then.
   * @returns where to go on.
   */
  async follow(changes: Changes, isWhole: boolean): Promise<string> {
    const unseen = new Set(isWhole ? this.map.keys() : []);
    let last: string | undefined;
    for await (const { programs, place } of changes) {
      for (const program of programs) {
        unseen.delete(program.id);
        this.apply(program);
      }
      last = place;
    }
    for (const id of unseen) this.remove(id);
    return last!;
  }

  private apply(program: Program): void {
    if (!program.status) return this.remove(program.id);
    const known = this.map.get(program.id);
    if (known && JSON.stringify(known) === JSON.stringify(program)) return;
    this.map.set(program.id, program);
    this.counts.changed++;
  }

  private remove(id: number): void {
    if (this.map.delete(id)) this.counts.removed++;
  }
}

function isGone(error: unknown): boolean {
  return error instanceof DirectoryError && error.status === 410;
}

function isInvalidPlace(error: unknown): boolean {
  if (!(error instanceof DirectoryError) || error.status !== 400) return false;
  return error.details?.some(({ field }) => field === 'cursor') ?? false;
}
