import { describe, expect, test } from '@jest/globals';
import { isTrackingLink } from '../../../src/importing/normalizing/tracking-links.js';
import { programHost, signupUrl } from '../../../src/importing/normalizing/urls.js';
import { normalized } from './normalized.js';

describe('isTrackingLink recognises', () => {
  test.each([
    // By domain.
    'https://t.cfjump.com/1/t/2',
    'https://ds1.nl/c/?si=1&li=2&wi=3',
    'https://www.apmebf.com/click-1-2',
    'https://www.tqlkg.com/click-1-2',
    'https://www.ftjcfx.com/click-1-2',
    'https://shrsl.com/abcde',
    'https://track.flexlinks.com/a.ashx?foid=1&fot=9999',
    'https://go.adt267.com/t/t?a=1&as=2&t=2&tk=1',
    'https://alitems.com/g/abc/',
    'https://imp.i123456.net/c/1/2/3',
    'https://x.ojrq.net/c/1/2/3',
    'https://www.anrdoezrs.net/click-1-2',
    'https://www.awin1.com/cread.php?awinmid=1&awinaffid=2',
    'https://shop.pxf.io/AbCdE',
    'https://clk.tradedoubler.com/click?p=1&a=2',
    'https://tc.tradetracker.net/?c=1&m=2&a=3',
    'https://merchant.affiliate.hop.clickbank.net/',
    'WWW.AWIN1.COM',
    '//awin1.com/awclick.php?mid=1&id=2',
    'https://AWIN1.com.:443/',
    ' https://prf.hn/click/camref:1100l0000 ',
    'https://amzn.to/3AbCdEf',
  ])('%s by its domain', (link) => {
    expect(isTrackingLink(link)).toBe(true);
  });

  test.each([
    'https://www.shareasale.com/r.cfm?b=1&u=2&m=3',
    'http://shareasale.com/R.cfm?B=1&U=2&M=3&urllink=',
    'https://track.unknown.example/click-1234567-10000000',
    'https://unknown.example/links/1234567/type/dlg/https://shop.example/',
    'https://goto.shop.example/c/1234567/654321/4321?subId1=x',
    'https://partner.shop.example/click/camref:1100l0000/destination:https%3A%2F%2Fshop.example',
    'https://unknown.example/g/1e8d114494bd0482fb1316525dc3e8/?ulp=https%3A%2F%2Fshop.example',
    'https://tracking.shop.example/aff_c?offer_id=1&aff_id=2',
    'https://www.digistore24.com/redir/123456/affiliate',
    'https://unknown.example/cread.php?awinmid=1&awinaffid=2',
    'https://pin.shop.example/t/t?a=1&as=2&t=2&tk=1',
    'https://unknown.example/c/?si=1&li=2&wi=3',
    'https://www.avantlink.com/click.php?tt=cl&mi=1&pw=2&url=x',
    'https://unknown.example/click?p(1)a(2)g(3)',
    'https://tracking.unknown.example/click?pid=12&offer_id=3',
    'https://unknown.example/click.html?wgcampaignid=1&wgprogramid=2',
    'https://shop.example/?a_aid=12#top',
    'https://shop.example/#a_aid=12',
    'https://shop.example/join?affid=12',
    'https://shop.example/join?Affiliate_ID=12',
    'https://www.amazon.co.uk/?tag=example-21',
    'shop.example/join?affid=12',
    'https://93.184.216.34/aff_c?offer_id=1&aff_id=2',
    'http://[2001:db8::1]/click-1234567-7654321',
    'https://shop.example/%63lick-1234567-7654321',
    'https://shop.example//click-1234567-7654321',
    'https://shop.example/join;aff_id=123',
    'https://shop.example/join?a=1;aff_id=123',
    'https://shareasale.com/r.cfm?b=1&amp;u=2&amp;m=3',
    'https://shop.example/?awc=1234_1700000000_0123456789abcdef',
    'https://shop.example/?irgwc=1&irclickid=AbC-dEf',
    'https://shop.example/?ranMID=1&ranEAID=AbCdEfGhIjK',
    'https://shop.example/sale?siteID=x&ranSiteID=AbCdEfGhIjK-LmNoPqRsTuV',
    'https://shop.example/?cjevent=0123456789abcdef',
    'https://shop.example/?tduid=0123456789abcdef',
  ])('%s by its shape', (link) => {
    expect(isTrackingLink(link)).toBe(true);
  });

  test.each([
    'https://redirect.example/?to=https%3A%2F%2Fwww.awin1.com%2Fcread.php%3Fawinaffid%3D2',
    'https://redirect.example/?to=%2F%2Fprf.hn%2Fclick',
    'https://redirect.example/out/https://www.awin1.com/cread.php?awinaffid=2',
    `https://a.example/?to=${encodeURIComponent('https://b.example/?to=https%3A%2F%2Fprf.hn%2Fclick')}`,
    'https://r.example/?url=https%253A%252F%252Fwww.awin1.com%252Fcread.php',
    'https://r.example/deep/https%3A%2F%2Fwww.awin1.com%2Fcread.php',
    'https://r.example/?url=www.awin1.com/cread.php',
    'https://r.example/#https://www.awin1.com/cread.php',
    'https://r.example/#!/go?to=https://prf.hn/click/camref:1',
  ])('%s by the tracking link in it', (link) => {
    expect(isTrackingLink(link)).toBe(true);
  });
});

describe('isTrackingLink does not take for a tracking link', () => {
  test.each([
    'https://www.tallowgate.example/publishers/join?programme=1227',
    'https://ui.network.example/register/90016',
    'https://network.example/signup?advertiser=12&country=de&lang=en',
    'https://network.example/signup?mid=1234&ref=directory',
    'https://network.example/signup?pid=12&campaign=3',
    'https://network.example/join?pid=12&offer_id=3',
    'https://network.example/join?program_id=12&merchantId=3&id=4',
    'https://network.example/affiliates?id=12',
    'https://network.example/?c=1&m=2&a=3',
    'https://network.example/apply/click-to-join',
    'https://network.example/login?redirect=https%3A%2F%2Fnetwork.example%2Fjoin%2F12',
    'https://network.example/join?affid=',
    'https://network.example/join?affiliate=true&publisher=new',
    'https://network.example/t/t-shirts?a=1&as=2',
    'https://network.example/goto/partner-program-for-publishers/',
    'https://network.example/redirect?url=https%3A%2F%2Fshop.example',
    'https://www.shareasale.com/shareasale.cfm?merchantID=12345',
    'https://ui.awin.com/merchant-profile/1234',
    'https://signup.cj.com/member/signup/publisher/?cid=1234567#/branded',
    'https://app.impact.com/campaign-promo-signup/Shop.brand?execution=e1s1',
    'https://login.tradedoubler.com/public/aSignup.action?programId=1',
    'https://www.avantlink.com/programs/12345/',
    'https://www.flexoffers.com/affiliate-programs/shop/',
    'https://join.partnerize.com/shop/en',
    'https://signup.linkshare.example/publishers/registration/landing?mid=1234',
    'https://shop.example/c/12/34',
    'https://shop.example/c/women/1/2',
    'https://shop.example/click-and-collect',
    'https://shop.example/g/garden-furniture-and-accessories/',
    'https://shop.example/?tag=sale-21',
    'https://notawin1.com/',
    'https://awin1.com.example/',
    'shop.example',
    'www.i123456.example',
    'not a host',
    '',
    'https://shop.example/?from=other.example/join',
    'https://shop.example/join;jsessionid=1',
    'https://93.184.216.34/join',
    'https://shop.example/100%25/join?next=https%3A%2F%2Fshop.example%2Fa%3Fb%3D1',
  ])('%s', (link) => {
    expect(isTrackingLink(link)).toBe(false);
  });
});

test('isTrackingLink is quick on hostile links', () => {
  const started = Date.now();
  for (const part of ['/', '?a=https://', '&a_aid', '#', '/c/1', 'camref:', '%2F', '.a', 'https://']) {
    isTrackingLink(`https://shop.example/${part.repeat(50_000)}`);
  }
  expect(Date.now() - started).toBeLessThan(5_000);
});

test('A tracking link is ignored as registerUrl, with a warning', () => {
  const warnings: string[] = [];
  const registerUrl = normalized(signupUrl(2048).normalize, warnings);
  expect(registerUrl('https://goto.shop.example/c/1/2/3')).toBeUndefined();
  expect(warnings).toEqual(['a tracking link is ignored']);
});

test('A tracking link is rejected as primaryUrl', () => {
  const primaryUrl = normalized(programHost);
  expect(() => primaryUrl('https://goto.shop.example/c/1/2/3')).toThrow('is a tracking link');
  expect(() => primaryUrl('www.awin1.com')).toThrow('is a tracking link');
  expect(primaryUrl('https://goto.shop.example/c/1/2')).toBe('goto.shop.example');
});
