import { boolean } from './boolean.js';
import { country } from './countries.js';
import { type Field } from './field.js';
import { host } from './host.js';
import { multilineText, oneLineText } from './text.js';
import { timestamp } from './timestamp.js';
import { wholeNumberFrom } from './whole-number.js';

/** What a row of networks may hold. */
export const networkFields: readonly Field[] = [
  {
    name: 'name',
    column: 'name',
    type: 'text COLLATE "und-x-icu"',
    clean: oneLineText(500),
    required: true,
    empty: 'refused',
  },
  { name: 'url', column: 'url', type: 'text COLLATE "C"', clean: host, empty: 'refused' },
  { name: 'id', column: 'id', type: 'integer', clean: wholeNumberFrom(1), empty: 'ignored' },
  { name: 'live', column: 'live', type: 'boolean', clean: boolean, empty: 'refused' },
  { name: 'subIdLength', column: 'sub_id_length', type: 'integer', clean: wholeNumberFrom(0), empty: 'null' },
  { name: 'address', column: 'address', type: 'text', clean: multilineText(2000), empty: 'null' },
  {
    name: 'addressCountry',
    column: 'address_country',
    type: 'text COLLATE "C"',
    clean: country,
    empty: 'null',
  },
  { name: 'createdAt', column: 'created_at', type: 'timestamptz(3)', clean: timestamp, empty: 'ignored' },
  { name: 'updatedAt', column: 'updated_at', type: 'timestamptz(3)', clean: timestamp, empty: 'ignored' },
  // It never moves back, so null says nothing.
  { name: 'lastSync', column: 'last_sync', type: 'timestamptz(3)', clean: timestamp, empty: 'ignored' },
];
