import { countries } from './countries.js';
import { date, timestamp } from './dates.js';
import { domains } from './domains.js';
import { type Field } from './field.js';
import { boolean, integerFrom } from './scalars.js';
import { idText, oneLineText } from './text.js';
import { programHost, signupUrl } from './urls.js';

/** The field that identifies a program within its network. */
export const programKey: Field = {
  name: 'networkProgramId',
  column: 'network_program_id',
  type: 'text COLLATE "C"',
  ...idText(255),
  required: true,
  empty: 'rejected',
};

/** The website of a program. */
export const programAddress: Field = {
  name: 'primaryUrl',
  column: 'primary_url',
  type: 'text COLLATE "C"',
  normalize: programHost,
  required: true,
  empty: 'rejected',
};

/** The fields that a row of programs may have. */
export const programFields: readonly Field[] = [
  programKey,
  {
    name: 'name',
    column: 'name',
    type: 'text COLLATE "und-x-icu"',
    ...oneLineText(500),
    required: true,
    empty: 'rejected',
  },
  programAddress,
  { name: 'id', column: 'id', type: 'integer', normalize: integerFrom(1), empty: 'ignored' },
  { name: 'registerUrl', column: 'register_url', type: 'text', ...signupUrl(2048), empty: 'null' },
  { name: 'status', column: 'status', type: 'boolean', normalize: boolean, empty: 'rejected' },
  { name: 'dateStarted', column: 'date_started', type: 'date', normalize: date, empty: 'null' },
  { name: 'dateClosed', column: 'date_closed', type: 'date', normalize: date, empty: 'null' },
  { name: 'countries', column: 'countries', type: 'text[]', normalize: countries, empty: { becomes: '{}' } },
  // Another table stores them (../merge/merge-domains.ts).
  {
    name: 'domains',
    column: 'domains',
    type: 'text[] COLLATE "C"',
    normalize: domains,
    empty: { becomes: '{}' },
  },
  { name: 'createdAt', column: 'created_at', type: 'timestamptz(3)', normalize: timestamp, empty: 'ignored' },
  { name: 'updatedAt', column: 'updated_at', type: 'timestamptz(3)', normalize: timestamp, empty: 'ignored' },
];
