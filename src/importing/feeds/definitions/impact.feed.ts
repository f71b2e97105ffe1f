import { always, type FeedDefinition, from, jsonExample } from '../feed-definition.js';

/** Partner API, `GET /Mediapartners/{AccountSID}/Campaigns`, as JSON or XML. */
export const impact: FeedDefinition = {
  name: 'impact',
  expects:
    'The JSON or XML responses of GET /Mediapartners/{AccountSID}/Campaigns, all pages. It lists the programs that the account has joined, and no others.',
  programs: {
    json: ['Campaigns'],
    xml: ['ImpactRadiusResponse.Campaigns.Campaign'],
    marks: ['CampaignId', 'CampaignName'],
    total: ['@total', 'ImpactRadiusResponse.Campaigns.@total'],
  },
  fields: {
    networkProgramId: from('CampaignId'),
    name: from('CampaignName'),
    primaryUrl: from('CampaignUrl', 'AdvertiserUrl'),
    // `ContractStatus` is the publisher's contract; a campaign that is listed is active.
    status: always(true),
    countries: from('ShippingRegions', 'ShippingRegions.ShippingRegion'),
    domains: from('DeeplinkDomains', 'DeeplinkDomains.DeeplinkDomain'),
  },
  examples: [
    jsonExample('campaigns-1.json', {
      '@page': '1',
      '@numpages': '1',
      '@pagesize': '100',
      '@total': '1',
      '@nextpageuri': '',
      Campaigns: [
        {
          AdvertiserId: '700',
          AdvertiserUrl: 'https://www.group.example',
          CampaignId: '90003',
          CampaignName: 'Example Shop CA',
          CampaignUrl: 'http://www.shop.example/',
          ShippingRegions: ['CANADA', 'UK', 'US'],
          ContractStatus: 'Active',
          TrackingLink: 'https://tracking.example/c/1/2/3',
          DeeplinkDomains: ['shop.example'],
        },
      ],
    }),
    {
      name: 'campaigns-1.xml',
      text: `<?xml version="1.0" encoding="UTF-8"?>
<ImpactRadiusResponse>
  <Campaigns page="1" numpages="1" pagesize="100" total="1">
    <Campaign>
      <CampaignId>90004</CampaignId>
      <CampaignName>Example Garden</CampaignName>
      <CampaignUrl>http://www.garden.example/</CampaignUrl>
      <ShippingRegions><ShippingRegion>US</ShippingRegion></ShippingRegions>
      <ContractStatus>Active</ContractStatus>
    </Campaign>
  </Campaigns>
</ImpactRadiusResponse>
`,
    },
  ],
};
