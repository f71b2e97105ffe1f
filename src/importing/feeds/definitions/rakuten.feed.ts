import { type FeedDefinition, from, jsonExample, type Listing, words } from '../feed-definition.js';

const advertisers: Listing = {
  json: ['advertiser', 'advertisers', ''],
  marks: ['url', 'policies', 'profiles', 'contact'],
};

/** Rakuten Advertising: `GET /v1/partnerships` has no URLs, so `GET /v2/advertisers/{id}` is joined to it. */
export const rakuten: FeedDefinition = {
  name: 'rakuten',
  expects:
    'The JSON responses of GET /v1/partnerships, all pages, and of GET /v2/advertisers/{id} for each advertiser in them: a file for each, or arrays of them.',
  programs: {
    json: ['partnerships'],
    marks: ['advertiser', 'approve_datetime', 'apply_datetime'],
    total: ['_metadata.total'],
  },
  joins: [{ as: 'details', listing: advertisers, key: 'id', by: 'advertiser.id', required: true }],
  fields: {
    networkProgramId: from('advertiser.id'),
    name: from('advertiser.name', 'details.name'),
    primaryUrl: from('details.url'),
    // The partnership's own `status` is about the publisher.
    status: words('advertiser.status', { active: true }),
    countries: from('details.policies.international_capabilities.ships_to', 'details.contact.country'),
  },
  examples: [
    jsonExample('partnerships-1.json', {
      _metadata: { api_name_version: 'partnerships 1.0', page: 1, limit: 200, total: 1 },
      partnerships: [
        {
          advertiser: { id: 90004, network: 1, name: 'Example Shop', status: 'active' },
          status: 'approved',
          approve_datetime: '2024-01-02T03:04:05Z',
        },
      ],
    }),
    jsonExample('advertiser-90004.json', {
      advertiser: {
        id: 90004,
        name: 'Example Shop',
        url: 'https://www.shop.example',
        contact: { country: 'United States' },
        policies: { international_capabilities: { ships_to: ['United States', 'Canada'] } },
      },
    }),
  ],
};
