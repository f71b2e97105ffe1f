import { type Scalar } from '../feed-definition.js';

const SEPARATOR = /[\s|,;]+/;
/** A star directly before a host: the host and its subdomains. */
const STARRED = /^\*(?=[^.*])/;

/** The parts of a text that lists domains. */
export const domainParts = (value: Scalar): string[] =>
  String(value)
    .split(SEPARATOR)
    .filter((part) => part !== '');

/** The domains in a text, with `*.` in front where it means subdomains. */
export const domainsIn = (value: Scalar): string[] =>
  domainParts(value).flatMap((part) => {
    const host = part.replace(STARRED, '');
    return host === part ? [part] : [host, `*.${host}`];
  });
