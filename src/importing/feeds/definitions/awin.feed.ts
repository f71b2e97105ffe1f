import { type FeedDefinition, from, jsonExample, words } from '../feed-definition.js';

/** Publisher API, `GET /publishers/{publisherId}/programmes`: a bare array without pages. */
export const awin: FeedDefinition = {
  name: 'awin',
  expects:
    'The JSON responses of GET /publishers/{publisherId}/programmes. Fetch every relationship (joined, pending, suspended, rejected, notjoined): a program in none of the files is closed.',
  programs: { json: [''], marks: ['displayUrl', 'clickThroughUrl', 'primaryRegion'] },
  fields: {
    networkProgramId: from('id'),
    name: from('name'),
    primaryUrl: from('displayUrl'),
    // A hidden program is open to the publishers that it invites.
    status: words('status', { active: true, hidden: true }),
    countries: from('primaryRegion.countryCode'),
    domains: from('validDomains.domain'),
  },
  examples: [
    jsonExample('programmes-notjoined.json', [
      {
        id: 90001,
        name: 'Example Shop',
        displayUrl: 'https://www.shop.example/',
        clickThroughUrl: 'https://tracking.example/awclick.php?mid=90001&id=11',
        currencyCode: 'EUR',
        primaryRegion: { name: 'Germany', countryCode: 'DE' },
        status: 'Active',
        validDomains: [{ domain: 'www.shop.example' }],
      },
    ]),
  ],
};
