import { parseUrl } from '../../../text/parse-url.js';
import { hostName } from '../../../hosts/host-name.js';
import { WrongUsage } from '../../import-errors.js';

const PROGRAM_ID = '{networkProgramId}';

/** The register link of one program, from the operator's template. */
export const registerLink = (template: string, networkProgramId: string | number): string =>
  template.replaceAll(PROGRAM_ID, () => encodeURIComponent(String(networkProgramId).trim()));

/** @throws WrongUsage for a template that makes no links */
export function checkRegisterTemplate(template: string): void {
  const example = registerLink(template, 1);
  const isLink = /^https?:\/\//i.test(example) && parseUrl(example) !== undefined;
  if (isLink && template.includes(PROGRAM_ID) && !/[{}]/.test(example)) return;
  throw new WrongUsage(
    `--register-url must be an http or https URL with ${PROGRAM_ID} in it, and no other braces`,
  );
}

/** The host without one leading `www.`, where that leaves a host. */
export const withoutWww = (host: string): string =>
  host.startsWith('www.') ? (hostName(host.slice('www.'.length)) ?? host) : host;
