/** A list in one form, and a field that it can be sorted by. */
export interface Sort {
  path: string;
  field: string;
}

const networks = [
  'id',
  'name',
  'createdAt',
  'updatedAt',
  'lastSync',
  'url',
  'countProgramsActive',
  'subIdLength',
];
const programs = [
  'id',
  'name',
  'createdAt',
  'updatedAt',
  'networkProgramId',
  'dateStarted',
  'dateClosed',
  'primaryUrl',
];

/** Every sort field of every list and form, as the contract names them. */
export const sorts = [
  ...of('/networks', networks),
  ...of('/api/v1/networks', [...networks, 'addressCountry']),
  ...of('/programs', [...programs, 'networkId']),
  ...of('/api/v1/programs', [...programs, 'networkName']),
];

function of(path: string, fields: string[]): Sort[] {
  return fields.map((field) => ({ path, field }));
}
