import { country } from './countries.js';
import { timestamp } from './dates.js';
import { type Field } from './field.js';
import { boolean, integerFrom } from './scalars.js';
import { multilineText, oneLineText } from './text.js';
import { host } from './urls.js';

/** The fields that a row of networks may have. */
export const networkFields: readonly Field[] = [
  {
    name: 'name',
    column: 'name',
    type: 'text COLLATE "und-x-icu"',
    ...oneLineText(500),
    required: true,
    empty: 'rejected',
  },
  { name: 'url', column: 'url', type: 'text COLLATE "C"', normalize: host, empty: 'rejected' },
  { name: 'id', column: 'id', type: 'integer', normalize: integerFrom(1), empty: 'ignored' },
  { name: 'live', column: 'live', type: 'boolean', normalize: boolean, empty: 'rejected' },
  {
    name: 'subIdLength',
    column: 'sub_id_length',
    type: 'integer',
    normalize: integerFrom(0),
    empty: 'null',
  },
  { name: 'address', column: 'address', type: 'text', ...multilineText(2000), empty: 'null' },
  {
    name: 'addressCountry',
    column: 'address_country',
    type: 'text COLLATE "C"',
    normalize: country,
    empty: 'null',
  },
  { name: 'createdAt', column: 'created_at', type: 'timestamptz(3)', normalize: timestamp, empty: 'ignored' },
  { name: 'updatedAt', column: 'updated_at', type: 'timestamptz(3)', normalize: timestamp, empty: 'ignored' },
  // Null is no earlier sync: it never moves back.
  { name: 'lastSync', column: 'last_sync', type: 'timestamptz(3)', normalize: timestamp, empty: 'ignored' },
];
