import { type FeedDefinition, from, jsonExample, words } from '../feed-definition.js';

/** `GET /user/publisher/{publisher_id}/campaign/{a|p|r}`: each element is wrapped in its singular. */
export const partnerize: FeedDefinition = {
  name: 'partnerize',
  expects:
    'The JSON responses of GET /user/publisher/{publisher_id}/campaign/{a|p|r}, all pages of all three states.',
  programs: {
    json: ['campaigns.campaign'],
    marks: ['campaign_id', 'destination_url'],
    total: ['count'],
  },
  skip: 'test_mode',
  fields: {
    networkProgramId: from('campaign_id'),
    name: from('title'),
    primaryUrl: from('destination_url'),
    // Not `publisher_status`. A pending campaign has not begun.
    status: words('status', { a: true, p: false, r: false, n: false }),
  },
  examples: [
    jsonExample('campaigns-a.json', {
      count: 1,
      execution_time: '0.1 seconds',
      campaigns: [
        {
          campaign: {
            campaign_id: '90l007',
            advertiser_id: '90l001',
            title: 'Example Shop',
            destination_url: 'https://www.shop.example',
            status: 'a',
            publisher_status: 'p',
            hidden_campaign: 'n',
            test_mode: 'n',
          },
        },
      ],
    }),
  ],
};
