import { hostName } from '../../../hosts/host-name.js';

/** Domains that networks use only for tracking links, which carry the operator's own id. */
const TRACKING_DOMAINS = [
  '7eer.net',
  'ad.admitad.com',
  'anrdoezrs.net',
  'awin1.com',
  'click.linksynergy.com',
  'clk.tradedoubler.com',
  'dpbolvw.net',
  'emjcd.com',
  'evyy.net',
  'jdoqocy.com',
  'kqzyfj.com',
  'prf.hn',
  'pxf.io',
  'sjv.io',
  'tc.tradetracker.net',
  'tkqlhce.com',
  'track.adtraction.com',
  'track.flexlinkspro.com',
  'zenaps.com',
];

/** Whether a link or host is on a network's tracking domain. */
export function isTrackingLink(link: unknown): boolean {
  const host = typeof link === 'string' ? hostName(link.trim()) : undefined;
  return TRACKING_DOMAINS.some((domain) => host === domain || host?.endsWith(`.${domain}`));
}
