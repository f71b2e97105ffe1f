/** The canonical fields that a feed can fill. */
export const PROGRAM_FIELDS = [
  'networkProgramId',
  'name',
  'primaryUrl',
  'registerUrl',
  'status',
  'dateStarted',
  'dateClosed',
  'countries',
  'createdAt',
  'updatedAt',
] as const;

export type ProgramField = (typeof PROGRAM_FIELDS)[number];
