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

/** One list, or several that something was read from. */
export type Lists = string | readonly string[];

/** The directory version at which a list changed last, or the last of several lists; 0 if none ever changed. */
export function listVersion(state: DirectoryState, lists: Lists): number {
  if (typeof lists === 'string') return state.lists[lists] ?? 0;
  let latest = 0;
  for (const list of lists) latest = Math.max(latest, state.lists[list] ?? 0);
  return latest;
}
