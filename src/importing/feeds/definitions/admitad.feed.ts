import { type FeedDefinition, from, jsonExample, words } from '../feed-definition.js';

/** `GET /advcampaigns/` or `GET /advcampaigns/website/{w_id}/`. */
export const admitad: FeedDefinition = {
  name: 'admitad',
  expects:
    'The JSON responses of GET /advcampaigns/?language=en or /advcampaigns/website/{w_id}/, all pages.',
  programs: {
    json: ['results'],
    marks: ['site_url', 'connection_status', 'activation_date'],
    total: ['_meta.count'],
  },
  fields: {
    networkProgramId: from('id'),
    name: from('name'),
    primaryUrl: from('site_url'),
    // Not `connection_status`, which is about the publisher.
    status: words('status', { active: true, disabled: false }),
    dateStarted: from('activation_date'),
    countries: from('regions.region'),
  },
  examples: [
    jsonExample('advcampaigns-1.json', {
      results: [
        {
          id: 90014,
          name: 'Example Shop WW',
          status: 'active',
          connection_status: 'pending',
          site_url: 'http://www.shop.example/',
          activation_date: '2014-06-01 12:00:00',
          regions: [{ region: 'DE' }, { region: 'AT' }],
          gotolink: 'https://tracking.example/g/1/',
        },
      ],
      _meta: { count: 1, limit: 100, offset: 0 },
    }),
  ],
};
