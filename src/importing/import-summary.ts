/** How many rows and programs (or networks) an import has met so far. */
export interface ImportCounts {
  /** Rows. */
  read: number;
  created: number;
  updated: number;
  unchanged: number;
  reopened: number;
  closed: number;
  /** Rows. */
  rejected: number;
}

export interface ImportSummary extends ImportCounts {
  /** Null for an import of networks. */
  network: string | null;
  seconds: number;
}

export const noCounts = (): ImportCounts => ({
  read: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  reopened: 0,
  closed: 0,
  rejected: 0,
});
