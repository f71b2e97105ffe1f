import { type FeedDefinition, from, words } from '../feed-definition.js';

/** `x.cfm?action=merchantStatus`: a table with `|` and without quoting. Its errors are plain text with status 200. */
export const shareasale: FeedDefinition = {
  name: 'shareasale',
  expects: 'The text responses of x.cfm?action=merchantStatus.',
  programs: { table: ['Merchant Id', 'Merchant', 'WWW', 'Program Status'], delimiter: '|', lineEnds: true },
  fields: {
    networkProgramId: from('Merchant Id'),
    name: from('Merchant'),
    primaryUrl: from('WWW'),
    countries: from('Ships To'),
    // Not `Approved`, which is about the publisher. A paused program is not active until it comes back.
    status: words('Program Status', {
      online: true,
      closed: false,
      temporarilyoffline: false,
      lowfunds: false,
    }),
  },
  examples: [
    {
      name: 'merchants.txt',
      text: `Merchant Id|Merchant|WWW|Program Status|Program Category|Sale Comm|Lead Comm|Hit Comm|Approved|Link Url
90011|Example Shop|http://www.shop.example|Online|home|5%|$0|$0|No|https://tracking.example/r.cfm?b=1&u=2&m=90011
90012|Example Garden|www.garden.example|TemporarilyOffline|home|5%|$0|$0|Yes|
`,
    },
  ],
};
