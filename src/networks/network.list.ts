import { boolean, countryCode, integer, text, timestamp } from '../listing/field-types.js';
import { oneCountry, search } from '../listing/filter-types.js';
import { List } from '../listing/list.js';

/** The live networks. */
export const networkList = new List({
  name: 'networks',
  item: 'Network',
  where: 'live',
  fields: [
    {
      name: 'id',
      column: 'id',
      type: integer,
      sortable: true,
      description: 'Internal numeric identifier.',
      example: 1,
    },
    {
      name: 'name',
      column: 'name',
      type: text,
      sortable: true,
      description: 'Name of the affiliate network.',
      example: 'Tallowgate',
    },
    {
      name: 'createdAt',
      column: 'created_at',
      type: timestamp,
      sortable: true,
      description: 'When the network was created.',
      example: '2011-03-07T09:12:44.000Z',
    },
    {
      name: 'updatedAt',
      column: 'updated_at',
      type: timestamp,
      sortable: true,
      description: 'Time of the last update of the network itself; imports of its programs do not move it.',
      example: '2025-06-18T07:45:10.250Z',
    },
    {
      name: 'lastSync',
      column: 'last_sync',
      type: timestamp,
      nullable: true,
      sortable: true,
      description: 'Time of the last successful data import; null when there was none.',
      example: '2026-01-31T08:15:30.000Z',
    },
    {
      name: 'url',
      column: 'url',
      type: text,
      sortable: true,
      description: 'Host name of the network, without scheme.',
      example: 'www.tallowgate.example',
    },
    {
      name: 'countProgramsActive',
      column: 'count_programs_active',
      type: integer,
      sortable: true,
      description: 'Number of active programs in the network.',
      example: 38,
    },
    {
      name: 'subIdLength',
      column: 'sub_id_length',
      type: integer,
      nullable: true,
      sortable: true,
      description: 'Maximum length of a sub-identifier that the network allows; null where not known.',
      example: 64,
    },
    {
      name: 'address',
      column: 'address',
      type: text,
      nullable: true,
      forms: ['v1'],
      description:
        'Postal address of the network; lines are separated by newline characters. Null where not known.',
      example: 'Tallowgate Ltd\nUnit 4, The Chandlery\n17 Quayside Row\nBristol BS0 4ZZ',
    },
    {
      name: 'addressCountry',
      column: 'address_country',
      type: countryCode,
      nullable: true,
      forms: ['v1'],
      sortable: true,
      description: 'Two-letter country code of the address; null where not known.',
      example: 'GB',
    },
  ],
  filters: [
    {
      name: 'search',
      column: 'name',
      type: search('url'),
      description:
        'Words: only networks whose name or host has each of them, anywhere. Case, accents and width do not matter.',
      example: 'tallow',
    },
    {
      name: 'addressCountry',
      column: 'address_country',
      type: oneCountry,
      repeated: true,
      forms: ['v1'],
      description:
        'A two-letter country code: only networks with an address there. `unknown`: networks of which the country is not known.',
      example: ['GB'],
    },
  ],
});

/** The networks of changes, which also say whether they are live. */
export const changedNetworkList = new List({
  name: networkList.name,
  item: 'ChangedNetwork',
  where: networkList.where,
  fields: [
    ...networkList.fields,
    {
      name: 'live',
      column: 'live',
      type: boolean,
      description: 'True: the network is live.',
      example: true,
    },
  ],
});
