import { type FeedDefinition, from, until } from '../feed-definition.js';

/** Affiliate web service, SOAP `getCampaigns`; the names of the elements around a campaign vary. */
export const tradetracker: FeedDefinition = {
  name: 'tradetracker',
  expects:
    'The SOAP responses of getCampaigns, with neither limit nor excludeInfo. An account is for one country, which the response does not name.',
  programs: { xml: ['**'], marks: ['ID', 'URL'] },
  fields: {
    networkProgramId: from('ID'),
    name: from('name'),
    primaryUrl: from('URL'),
    // Not `assignmentStatus`, which is about the publisher.
    status: until('info.stopDate'),
    dateStarted: from('info.startDate'),
    dateClosed: from('info.stopDate'),
  },
  examples: [
    {
      name: 'campaigns.xml',
      text: `<?xml version="1.0" encoding="UTF-8"?>
<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"
  xmlns:ns1="https://ws.tradetracker.com/soap/affiliate" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <SOAP-ENV:Body>
    <ns1:getCampaignsResponse>
      <campaigns>
        <item>
          <ID>90006</ID>
          <name>Example Shop</name>
          <URL>https://www.shop.example/nl</URL>
          <info>
            <trackingURL>https://tracking.example/?c=90006</trackingURL>
            <assignmentStatus>notsignedup</assignmentStatus>
            <startDate>2015-03-01</startDate>
            <stopDate xsi:nil="true"/>
            <timeZone>Europe/Amsterdam</timeZone>
          </info>
        </item>
      </campaigns>
    </ns1:getCampaignsResponse>
  </SOAP-ENV:Body>
</SOAP-ENV:Envelope>
`,
    },
  ],
};
