import { always, type FeedDefinition, from, jsonExample } from '../feed-definition.js';

/** `POST /v3/partner/programs`, one call for each market: a bare array. */
export const adtraction: FeedDefinition = {
  name: 'adtraction',
  expects: 'The JSON responses of POST /v3/partner/programs, one for each market.',
  programs: { json: [''], marks: ['programId', 'programName', 'programURL'] },
  fields: {
    networkProgramId: from('programId'),
    name: from('programName'),
    primaryUrl: from('programURL'),
    // `status` is a number without a documented meaning, `approvalStatus` is about the publisher.
    status: always(true),
    countries: from('market'),
  },
  examples: [
    jsonExample('programs-se.json', [
      {
        programId: 90009,
        market: 'SE',
        currency: 'SEK',
        approvalStatus: 1,
        status: 0,
        programName: 'Example Shop SE',
        programURL: 'https://www.shop.example/',
        trackingURL: 'https://tracking.example/t?a=1&as=2',
      },
    ]),
  ],
};
