import { readFileSync } from 'node:fs';
import proxyaddr from 'proxy-addr';
import { z } from 'zod';
import { parseUrl } from '../text/parse-url.js';
import { parsePostgresAddress } from './postgres-address.js';

/** A browser extension as an origin. Browsers compare its id as text. */
const EXTENSION = /^(?:chrome|moz|safari-web)-extension:\/\/[A-Za-z0-9-]+\/?$/;
const RATE = /^([1-9]\d{0,8})\/(s|min|h|day)$/;
const SECONDS = { s: 1, min: 60, h: 3600, day: 86_400 } as const;

/** A number of requests in a number of seconds. */
export interface Rate {
  requests: number;
  seconds: number;
}

/** An integer within bounds. */
export const integer = (min: number, max: number) =>
  z.string().transform((value, context) => {
    const number = /^\d{1,10}$/.test(value) ? Number(value) : NaN;
    if (number >= min && number <= max) return number;
    const hint = value.startsWith('tcp://')
      ? '. Kubernetes sets it for a Service of that name: rename the Service, or set enableServiceLinks to false'
      : '';
    context.addIssue({ code: 'custom', message: `must be a whole number from ${min} to ${max}${hint}` });
    return z.NEVER;
  });

export const onOff = z
  .enum(['on', 'off'], { error: 'must be on or off' })
  .transform((value) => value === 'on');

/** The address of PostgreSQL. It may hold a password, so no message shows it. */
export const postgresUrl = z.string().superRefine((value, context) => {
  const problem = problemOfPostgresUrl(value);
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
});

/** The address of Redis. It may hold a password, so no message shows it. */
export const redisUrl = z.string().superRefine((value, context) => {
  const problem = problemOfUrl(value, ['redis://', 'rediss://']);
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
});

/** An address of web pages from which browsers send requests, or a browser extension; as browsers write it in `Origin`. */
export const origin = z
  .string()
  .refine(isOrigin, 'must be an origin such as https://directory.example, without a path')
  .transform((value) => (EXTENSION.test(value) ? value.replace(/\/$/, '') : new URL(value).origin));

/** The address under which clients reach the program: an origin, with the path that a proxy strips; no slash at its end. */
export const publicAddress = z
  .string()
  .refine(
    isPublicAddress,
    'must be an address such as https://directory.example or https://api.example/affiliates',
  )
  .transform((value) => new URL(value).href.replace(/\/+$/, ''));

export const proxy = z.string().superRefine((value, context) => {
  if (isProxy(value)) return;
  const message = value.endsWith('/0')
    ? 'covers every address, so that any client could claim HTTPS. Name the addresses of the proxy'
    : 'must be an IP address, a subnet such as 10.0.0.0/8, or loopback, linklocal or uniquelocal';
  context.addIssue({ code: 'custom', message });
});

export const rate = z
  .string()
  .regex(RATE, 'must be such as 600/min, 20/s, 1000/h or 50000/day')
  .transform((value): Rate => {
    const [requests, unit] = value.split('/') as [string, keyof typeof SECONDS];
    return { requests: Number(requests), seconds: SECONDS[unit] };
  });

/**
 * Values separated by commas. A problem names the number of its entry, and the entry.
 * @param shown returns the part of an entry that messages may show; it can be empty.
 */
export const list = (type: z.ZodType<string>, shown: (entry: string) => string) =>
  z.string().transform((text, context) => {
    const entries = text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
    return entries.map((entry, index) => {
      const { data, error } = type.safeParse(entry);
      const name = shown(entry);
      const label = `entry ${index + 1}${name && ` (${JSON.stringify(name)})`}`;
      for (const { message } of error?.issues ?? [])
        context.addIssue({ code: 'custom', message: `${label} ${message}` });
      return data ?? entry;
    });
  });

/** Returns the host of an address and nothing else: an unescaped password may be anywhere after it. */
export function hostOnly(entry: string): string {
  const url = parseUrl(entry);
  return url?.hostname ? `${url.protocol}//${url.hostname}` : '';
}

/** Returns an entry unchanged, unless it may hold a password. */
export function withoutPassword(entry: string): string {
  return entry.includes('@') ? hostOnly(entry) : entry;
}

function problemOfPostgresUrl(value: string): string | undefined {
  let url: string;
  try {
    ({ url } = parsePostgresAddress(value));
  } catch (error) {
    return (error as Error).message;
  }
  const problem = problemOfUrl(url, ['postgres://', 'postgresql://']);
  if (problem !== undefined) return problem;
  const { searchParams } = new URL(url);
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = searchParams.get(name);
    const isFile = file && !(name === 'sslrootcert' && file === 'system');
    const code = isFile ? unreadable(file) : undefined;
    if (code !== undefined) return `has ${name}=${file}, which cannot be read (${code})`;
  }
  return undefined;
}

/** Finds characters of a password that are not escaped: an `@` after the host, or an invalid host. */
function problemOfUrl(value: string, schemes: string[]): string | undefined {
  if (!schemes.some((scheme) => value.toLowerCase().startsWith(scheme)))
    return `must be an address that starts with ${schemes.join(' or ')}`;
  if (!isEscaped(value)) return 'must have a literal %, as in a password, written as %25';
  const url = parseUrl(value);
  if (url === undefined || url.hash !== '' || url.pathname.includes('@')) {
    return value.includes('@')
      ? 'is not a valid address: in the user and the password, write @ as %40, / as %2F, # as %23, ? as %3F and : as %3A'
      : `is not a valid address such as ${schemes[0]}user:password@host:port/name`;
  }
  return undefined;
}

function unreadable(file: string): string | undefined {
  try {
    readFileSync(file);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

function isEscaped(value: string): boolean {
  try {
    decodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}

function isPublicAddress(value: string): boolean {
  const url = parseUrl(value);
  if (url === undefined) return false;
  const { protocol, hostname, username, password, search, hash } = url;
  const isAddressOnly =
    [username, password, search, hash].every((part) => part === '') && !/[?#]/.test(value);
  return /^https?:$/.test(protocol) && !hostname.includes('*') && isAddressOnly;
}

function isOrigin(value: string): boolean {
  if (EXTENSION.test(value)) return true;
  const url = parseUrl(value);
  if (url === undefined) return false;
  const { protocol, hostname, href, origin } = url;
  // Origins are compared as text, so a pattern would match nothing.
  return /^https?:$/.test(protocol) && !hostname.includes('*') && href === `${origin}/`;
}

function isProxy(value: string): boolean {
  try {
    proxyaddr.compile([value]);
    return true;
  } catch {
    return false;
  }
}
