/**
 * The versions of one moment: that of the directory, and for each list the directory version at which it changed last.
 * What was read from a list is valid while the version of that list stays.
 */
export interface DirectoryState {
  readonly version: number;
  readonly lists: Readonly<Record<string, number | undefined>>;
  /** As PostgreSQL writes it. */
  readonly text: string;
}

/** SQL expression of a row of `versions`, which `parseDirectoryState` reads: `12 {"networks": 7, "programs": 12}`. */
export const DIRECTORY_STATE = `versions.number || ' ' || versions.lists`;

export function parseDirectoryState(text: string): DirectoryState {
  const space = text.indexOf(' ');
  return {
    version: Number(text.slice(0, space)),
    lists: JSON.parse(text.slice(space + 1)) as Record<string, number>,
    text,
  };
}

/** The version of a list; 0 for one that has never changed. */
export function listVersion(state: DirectoryState, list: string): number {
  return state.lists[list] ?? 0;
}
