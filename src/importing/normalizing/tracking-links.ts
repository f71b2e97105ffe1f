import { hostName } from '../../hosts/host-name.js';
import { parseUrl } from '../../text/parse-url.js';

/**
 * Domains that serve tracking links and no signup pages; their subdomains count as well. Sources, by their letter:
 * D the network's own documentation, A HaGeZi's allowlist of referral links
 * (github.com/hagezi/dns-blocklists, adblock/whitelist-referral.txt), F the pages "Link Structures" of FMTC's wiki
 * (fmtc.atlassian.net), W the trackers of WhoTracks.me and Disconnect (github.com/whotracksme, services.json of
 * github.com/disconnectme), P links published by affiliates on GitHub, T the parameters by which TopCashback's browser
 * extension recognises the clicks of other networks.
 */
const TRACKING_DOMAINS: ReadonlySet<string> = new Set([
  // Admitad: ad.admitad.com D, others A and P
  ...['ad.admitad.com', 'admd.ink', 'alitems.co', 'alitems.com', 'alitems.site', 'tjzuh.com'],
  // Adcell, Adrecord, AffiliateFuture: A, F
  ...['t.adcell.com', 'click.adrecord.com', 'scripts.affiliatefuture.com'],
  // Adtraction: D (adtraction.com/subdomain.htm); go.adtNNN.com is a shape below
  ...['track.adtraction.com'],
  // Awin, with zanox and affilinet: D, A, P
  ...[
    'ad.zanox.com',
    'awin1.com',
    'partners.webmasterplan.com',
    'tidd.ly',
    'zanox-affiliate.de',
    'zenaps.com',
  ],
  // belboon: P
  ...['www1.belboon.de'],
  // CJ Affiliate: A, W
  ...['afcyhf.com', 'anrdoezrs.net', 'apmebf.com', 'awltovhc.com', 'awxibrm.com', 'commission-junction.com'],
  ...['cualbr.com', 'dpbolvw.net', 'emjcd.com', 'ftjcfx.com', 'jdoqocy.com', 'kqzyfj.com', 'lduhtrp.net'],
  ...['qksrv.net', 'qksz.net', 'rnsfpw.net', 'tkqlhce.com', 'tqlkg.com', 'vofzpwh.com', 'yceml.net'],
  // ClickBank: D (hop links)
  ...['hop.clickbank.net'],
  // Commission Factory: A
  ...['cfjump.com'],
  // Daisycon: D (faq-publisher.daisycon.com, deep links), A, P
  ...[
    'bdt9.net',
    'ds1.nl',
    'dt51.net',
    'fr135.net',
    'glp8.net',
    'jdt8.net',
    'jf79.net',
    'lt45.net',
    'rkn3.net',
  ],
  // Effiliation, Kwanko, Publicidées: A
  ...['track.effiliation.com', 'action.metaffiliation.com', 'tracking.publicidees.com'],
  // FlexOffers: D (flexoffers.com, deep linking URL structure), A
  ...['track.flexlinks.com', 'track.flexlinkspro.com'],
  // impact: F, A; links on other domains have a shape below
  ...[
    '57ib.net',
    '7eer.net',
    '7tiv.net',
    'audw.net',
    'bn5x.net',
    'eqjw.net',
    'evyy.net',
    'njih.net',
    'ojrq.net',
  ],
  ...['pvxt.net', 'pxf.io', 'qflm.net', 'rfvk.net', 'sjv.io', 'snlv.net'],
  // Involve Asia, Linkwise, Optimise, Partner-ads, PartnerStack: A, P
  ...['invl.io', 'invol.co', 'go.linkwi.se', 'clk.omgt3.com', 'track.omguk.com', 'grsm.io'],
  // LinkConnector, Cuelinks, propelbon, YieldKit: A
  ...['linksredirect.com', 'propelbon.com', 'r.linksprf.com'],
  // Partnerize, with Pepperjam (Ascend): D, A
  ...['gopjn.com', 'pjatr.com', 'pjtra.com', 'pntra.com', 'pntrac.com', 'pntrs.com', 'prf.hn'],
  // AliExpress: A; Amazon Associates: D (SiteStripe, short links)
  ...['click.aliexpress.com', 'amzn.to'],
  // Rakuten Advertising: A; Rakuten Japan: P
  ...['click.linksynergy.com', 'hb.afl.rakuten.co.jp'],
  // ShareASale: A, P; links on shareasale.com have a shape below
  ...['shareasale-analytics.com', 'shrsl.com'],
  // Skimlinks, Sovrn (VigLink), Howl (Narrativ): A
  ...['go.redirectingat.com', 'go.skimresources.com', 'redirect.viglink.com', 'shop-links.co'],
  // Tradedoubler, TradeTracker: D, A
  ...['clk.tradedoubler.com', 'clkde.tradedoubler.com', 'clkuk.tradedoubler.com', 'tradetracker.net'],
  // TUNE (HasOffers): A
  ...['go2cloud.org', 'go2jump.org'],
  // 2Performant, A8.net, Webgains: A, P
  ...['event.2performant.com', 'px.a8.net', 'track.webgains.com'],
]);

/** Hosts that networks number. */
const TRACKING_HOSTS = [
  // Adtraction: go.adt267.com
  /^go\.adt\d{2,4}\.(?:com|net)$/,
  // impact: imp.i384100.net
  /\.i\d{5,7}\.net$/,
];

/** Paths of tracking links on any host, since advertisers let a network use a subdomain of theirs. */
const TRACKING_PATHS = [
  // CJ: /click-1234567-10000000, /links/1234567/type/dlg/https://…
  /^\/(?:click|image)-\d+-\d+(?:-\d+)?\/?$/,
  /^\/links\/\d+\/type\/dlg\//,
  // impact: /c/1234567/654321/4321
  /^\/c\/\d+\/\d+\/\d+\/?$/,
  // Partnerize: /click/camref:1100l0000/…
  /\/camref:[^/]/,
  // Admitad: /g/1e8d114494bd0482fb1316525dc3e8/
  /^\/(?:g|goto)\/(?=[a-z]*\d)[0-9a-z]{24,36}\/?$/,
  // TUNE (HasOffers) and Involve Asia: /aff_c?offer_id=1&aff_id=2
  /^\/aff_[cfimr]\/?$/,
  // Digistore24: /redir/123456/affiliate
  /^\/redir\/\d+\/[^/]+/,
];

/** Parameters that carry an affiliate's id by their name, with any value. */
const AFFILIATE_PARAMETERS: ReadonlySet<string> = new Set([
  ...[
    'a_aid',
    'aff',
    'aff_code',
    'aff_id',
    'affid',
    'affiliate_id',
    'affiliateid',
    'awinaffid',
    'camref',
    'foid',
  ],
  ...['irpid', 'publisher_id', 'publisherid', 'rfsn', 'sca_ref', 'tap_a', 'wgcampaignid'],
  // What a click adds to the address of the shop. Awin, AvantLink, Commission Factory, CJ: T; impact: P
  ...['awc', 'avad', 'cfclick', 'cjevent', 'irclickid'],
  // Rakuten, Optimise, Tradedoubler: T
  ...['raneaid', 'ransiteid', 'sskey', 'tduid'],
]);

/** Parameters that make a tracking link where all of them have a value, on the given path or host if there is one. */
const TRACKING_PARAMETERS: readonly { names: readonly string[]; path?: RegExp; host?: RegExp }[] = [
  // ShareASale: r.cfm?b=1&u=2&m=3, u.cfm?d=1&m=2&u=3
  { names: ['u', 'm'], path: /\/(?:m-pr|r|u)\.cfm$/ },
  // Awin: awclick.php?mid=1&id=2
  { names: ['mid', 'id'], path: /\/(?:awclick|cread|pclick)\.php$/ },
  // Adtraction: /t/t?a=1&as=2&t=2&tk=1
  { names: ['a', 'as'], path: /^\/t\/t$/ },
  // Daisycon: /c/?si=1&li=2&wi=3
  { names: ['si', 'wi'] },
  // AvantLink: click.php?tt=cl&mi=1&pw=2
  { names: ['tt', 'pw'], path: /\/click\.php$/ },
  { names: ['tool_type', 'website_id'] },
  // Rakuten: /deeplink?id=…&mid=1&murl=…, /fs-bin/click?id=…&offerid=1.2
  { names: ['id', 'mid', 'murl'] },
  { names: ['id', 'offerid'], path: /\/fs-bin\// },
  // Tradedoubler: /click?p=1&a=2&g=3
  { names: ['p', 'a'], path: /^\/click$/ },
  // Affise and the like: /click?pid=1&offer_id=2
  { names: ['pid', 'offer_id'], path: /^\/(?:c|click|go|r|redirect|track)?\/?$/ },
  // eBay Partner Network: ?mkevt=1&mkrid=…&campid=…
  { names: ['mkrid', 'campid'] },
  // Amazon Associates: ?tag=…-21
  { names: ['tag'], host: /(?:^|\.)amazon\.[a-z.]+$/ },
  // Partner-ads: klikbanner.php?partnerid=1&bannerid=2
  { names: ['partnerid', 'bannerid'] },
  // LinkConnector: ta.php?lc=…
  { names: ['lc'], path: /\/ta\.php$/ },
  // financeAds: tc.php?t=…
  { names: ['t'], path: /\/tc\.php$/ },
];

/** Tradedoubler's older form: /click?p(1)a(2)g(3). */
const BRACKETED_PARAMETERS = /^\?p\(\d+\)a\(\d+\)/;

/** Links within links that are followed. */
const MAX_DEPTH = 3;

/**
 * Whether a link or host is a network's tracking link, which carries the id of the affiliate who fetched it: by its
 * domain, or by a shape that a network's links have. It cannot know every tracking domain.
 */
export function isTrackingLink(value: string, depth = 0): boolean {
  const text = value.trim().replaceAll('&amp;', '&');
  const host = hostName(text);
  if (host !== undefined && isTrackingHost(host)) return true;
  if (!/[/?#]./.test(text.replace(/^(?:[a-z]+:)?\/\//i, ''))) return false;
  const url = parseLink(text);
  return url !== undefined && (hasTrackingShape(url) || holdsTrackingLink(url, depth));
}

function isTrackingHost(host: string): boolean {
  for (let domain = host; domain.includes('.'); domain = domain.slice(domain.indexOf('.') + 1)) {
    if (TRACKING_DOMAINS.has(domain)) return true;
  }
  return TRACKING_HOSTS.some((pattern) => pattern.test(host));
}

function parseLink(text: string): URL | undefined {
  const absolute = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text.replace(/^\/\//, '')}`;
  return parseUrl(absolute);
}

function hasTrackingShape({ hostname, pathname, search, hash }: URL): boolean {
  const path = decoded(pathname).toLowerCase().replace(/^\/+/, '/');
  if (TRACKING_PATHS.some((pattern) => pattern.test(path))) return true;
  if (path === '/click' && BRACKETED_PARAMETERS.test(search.toLowerCase())) return true;
  const [, pathParameters = ''] = /;(.*)/.exec(pathname) ?? [];
  const names = new Set([search, hash, pathParameters].flatMap(parametersOf).map(([name]) => name));
  if ([...names].some((name) => AFFILIATE_PARAMETERS.has(name))) return true;
  return TRACKING_PARAMETERS.some(
    (rule) =>
      rule.names.every((name) => names.has(name)) &&
      (rule.path?.test(path) ?? true) &&
      (rule.host?.test(hostname) ?? true),
  );
}

/** The parameters that have a value, with their names in lower case. */
function parametersOf(query: string): [string, string][] {
  const parameters = [...new URLSearchParams(query.replace(/^[#?]+/, '').replaceAll(';', '&'))];
  return parameters.flatMap(([name, value]) => (value === '' ? [] : [[name.toLowerCase(), value]]));
}

/** Whether a redirect's target is a tracking link, which may be escaped, or lack its scheme. */
function holdsTrackingLink({ pathname, search, hash }: URL, depth: number): boolean {
  if (depth >= MAX_DEPTH) return false;
  const targets = [search, hash].flatMap(parametersOf).map(([, value]) => decoded(value));
  for (const part of [decoded(pathname) + search, decoded(hash)]) {
    const [embedded] = /https?:\/\/.*/i.exec(part) ?? [];
    if (embedded !== undefined) targets.push(embedded);
  }
  return targets.some((target) => LINK.test(target) && isTrackingLink(target, depth + 1));
}

/** Begins as a URL, or as a host with a path. */
const LINK = /^(?:(?:https?:)?\/\/|[\w-]+(?:\.[\w-]+)+[/?])/i;

/** Without the percent-encoding of ASCII characters, also where it was applied several times. */
function decoded(text: string): string {
  let decodedText = text;
  for (let times = 0; times < MAX_DEPTH && decodedText.includes('%'); times++) {
    decodedText = decodedText.replace(/%([2-7][\da-f])/gi, (_, hex: string) =>
      String.fromCharCode(parseInt(hex, 16)),
    );
  }
  return decodedText;
}
