import { always, type FeedDefinition, from, jsonExample } from '../feed-definition.js';

/** `GET /V1/Affiliate/Merchants`: a bare array without pages. */
export const commissionFactory: FeedDefinition = {
  name: 'commission-factory',
  expects: 'The JSON response of GET /V1/Affiliate/Merchants, without a status.',
  programs: { json: [''], marks: ['TargetUrl', 'AvatarUrl', 'DateCreated'] },
  fields: {
    networkProgramId: from('Id'),
    name: from('Name'),
    primaryUrl: from('TargetUrl'),
    // `Status` is about the publisher; a merchant that is listed is active.
    status: always(true),
    dateStarted: from('DateCreated'),
  },
  examples: [
    jsonExample('merchants.json', [
      {
        Id: 90015,
        DateCreated: '2017-01-01T00:00:00.000',
        DateModified: '2024-01-01T00:00:00.000',
        Name: 'Example Pty Ltd',
        TargetUrl: 'https://www.shop.example/',
        Status: 'Joined',
        TrackingUrl: 'https://tracking.example/0/b/1',
      },
    ]),
  ],
};
