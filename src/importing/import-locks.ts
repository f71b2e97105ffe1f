/** First keys of the advisory locks that imports take; the second is an id. */
export const LOCKS = {
  /** Held by an import of the network's programs; id 0 by an import of networks. */
  network: 1768910000,
  /** Held as long as the import of this id runs: it tells a running import from one that was killed. */
  running: 1768910001,
  /** Held while a sequence of ids is moved; the id is that of the table. */
  ids: 1768910002,
} as const;
