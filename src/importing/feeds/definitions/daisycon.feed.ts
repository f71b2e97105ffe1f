import { type FeedDefinition, from, jsonExample, type Listing, words } from '../feed-definition.js';

const locales: Listing = { json: [''], marks: ['code'] };

/** `GET /publishers/{publisherId}/programs` names countries by the ids of `GET /locales`. */
export const daisycon: FeedDefinition = {
  name: 'daisycon',
  expects:
    'The JSON responses of GET /publishers/{publisherId}/programs, all pages, and of GET /locales. Without locales the countries stay as they are.',
  programs: { json: [''], marks: ['display_url', 'supply_locale_ids', 'startdate'] },
  joins: [{ as: 'locales', listing: locales, key: 'id', by: 'supply_locale_ids' }],
  fields: {
    networkProgramId: from('id'),
    name: from('name'),
    // Not `url`, a tracking link.
    primaryUrl: from('display_url'),
    status: words('status', { active: true }),
    dateStarted: from('startdate'),
    countries: from('locales.code'),
  },
  examples: [
    jsonExample('programs-1.json', [
      {
        id: 90008,
        name: 'Example Shop',
        status: 'active',
        startdate: '2016-05-01',
        display_url: 'www.shop.example',
        url: '//tracking.example/c/?si=90008&wi=#MEDIA_ID#&ws=#SUB_ID#',
        deeplink: 'true',
        supply_locale_ids: [1, 2],
      },
    ]),
    jsonExample('locales.json', [
      { id: 1, code: 'nl_NL' },
      { id: 2, code: 'nl_BE' },
    ]),
  ],
};
