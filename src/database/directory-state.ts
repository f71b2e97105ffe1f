/**
 * The versions of one moment: that of the directory, and for each list the directory version at which it changed last.
 * What was read from a list is valid while the version of that list stays.
 */
export interface DirectoryState {
  readonly version: number;
  /** Drawn with the version. Another history, such as that before a restore, has the same number with another nonce. */
  readonly nonce: string;
  readonly lists: Readonly<Record<string, number | undefined>>;
}

/** SQL expression of a row of `versions`, which `parseDirectoryState` reads: `12 3f09a2c1 {"networks": 7, "programs": 12}`. */
export const DIRECTORY_STATE = `concat_ws(' ', versions.number, versions.nonce, versions.lists)`;

export function parseDirectoryState(text: string): DirectoryState {
  const [, version, nonce, lists] = /^(\d+) (\S+) (.*)$/.exec(text)!;
  return { version: Number(version), nonce: nonce!, lists: JSON.parse(lists!) as Record<string, number> };
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
