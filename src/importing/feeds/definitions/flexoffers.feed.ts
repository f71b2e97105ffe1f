import { type FeedDefinition, from, jsonExample, words } from '../feed-definition.js';

/** `GET /advertisers`; the older form is a bare array, and the case of the names varies. */
export const flexoffers: FeedDefinition = {
  name: 'flexoffers',
  expects: 'The JSON responses of GET /advertisers with ApplicationStatus=All, all pages.',
  programs: { json: ['results', ''], marks: ['domainurl', 'programstatus', 'applicationstatus'] },
  anyCase: true,
  fields: {
    networkProgramId: from('id', 'aid'),
    name: from('name'),
    primaryUrl: from('domainurl'),
    // Not `applicationStatus`, which is about the publisher.
    status: words('programstatus', { approved: true }),
    countries: from('country'),
  },
  examples: [
    jsonExample('advertisers-1.json', {
      results: [
        {
          id: 90010,
          name: 'Example Shop &amp; Co',
          domainUrl: 'https://shop.example',
          programStatus: 'Approved',
          applicationStatus: 'Pending',
          country: 'US',
          deeplinkURL: 'https://tracking.example/a',
        },
      ],
    }),
  ],
};
