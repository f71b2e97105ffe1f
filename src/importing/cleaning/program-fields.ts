import { boolean } from './boolean.js';
import { countries } from './countries.js';
import { date } from './date.js';
import { type Field } from './field.js';
import { host } from './host.js';
import { networkProgramId } from './network-program-id.js';
import { registerUrl } from './register-url.js';
import { oneLineText } from './text.js';
import { timestamp } from './timestamp.js';
import { wholeNumberFrom } from './whole-number.js';

/** The field that a program is known by within its network. */
export const programKey: Field = {
  name: 'networkProgramId',
  column: 'network_program_id',
  type: 'text COLLATE "C"',
  clean: networkProgramId,
  required: true,
  empty: 'refused',
};

/** What a row of programs may hold. */
export const programFields: readonly Field[] = [
  programKey,
  {
    name: 'name',
    column: 'name',
    type: 'text COLLATE "und-x-icu"',
    clean: oneLineText(500),
    required: true,
    empty: 'refused',
  },
  {
    name: 'primaryUrl',
    column: 'primary_url',
    type: 'text COLLATE "C"',
    clean: host,
    required: true,
    empty: 'refused',
  },
  { name: 'id', column: 'id', type: 'integer', clean: wholeNumberFrom(1), empty: 'ignored' },
  { name: 'registerUrl', column: 'register_url', type: 'text', clean: registerUrl, empty: 'null' },
  { name: 'status', column: 'status', type: 'boolean', clean: boolean, empty: 'refused' },
  { name: 'dateStarted', column: 'date_started', type: 'date', clean: date, empty: 'null' },
  { name: 'dateClosed', column: 'date_closed', type: 'date', clean: date, empty: 'null' },
  { name: 'countries', column: 'countries', type: 'text[]', clean: countries, empty: { becomes: '{}' } },
  { name: 'createdAt', column: 'created_at', type: 'timestamptz(3)', clean: timestamp, empty: 'ignored' },
  { name: 'updatedAt', column: 'updated_at', type: 'timestamptz(3)', clean: timestamp, empty: 'ignored' },
];
