import { type FeedDefinition, from, words } from '../feed-definition.js';

/** Advertiser lookup, `GET /v2/advertiser-lookup`, in pages of at most 100. */
export const cj: FeedDefinition = {
  name: 'cj',
  expects:
    'The XML responses of GET /v2/advertiser-lookup, all pages, of two runs: advertiser-ids=joined and advertiser-ids=notjoined.',
  programs: {
    xml: ['cj-api.advertisers.advertiser'],
    marks: ['advertiser-id'],
    total: ['cj-api.advertisers.@total-matched'],
  },
  fields: {
    networkProgramId: from('advertiser-id'),
    name: from('advertiser-name'),
    primaryUrl: from('program-url'),
    // Not `relationship-status`, which is about the publisher.
    status: words('account-status', { active: true, deactive: false, deactivated: false }),
  },
  examples: [
    {
      name: 'notjoined-1.xml',
      text: `<?xml version="1.0" encoding="UTF-8"?>
<cj-api>
  <advertisers total-matched="1" records-returned="1" page-number="1">
    <advertiser>
      <advertiser-id>90002</advertiser-id>
      <account-status>Active</account-status>
      <language>en</language>
      <advertiser-name>Example Shop &amp; Garden</advertiser-name>
      <program-url>http://www.garden.example</program-url>
      <relationship-status>notjoined</relationship-status>
      <network-rank>3</network-rank>
    </advertiser>
  </advertisers>
</cj-api>
`,
    },
  ],
};
