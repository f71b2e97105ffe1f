import proxyaddr from 'proxy-addr';
import { z } from 'zod';

const RATE = /^([1-9]\d{0,8})\/(s|min|h|day)$/;
const SECONDS = { s: 1, min: 60, h: 3600, day: 86_400 } as const;

/** So many requests in so many seconds. */
export interface Rate {
  requests: number;
  seconds: number;
}

export const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be a whole number from ${least} to ${most}`);

export const onOff = z
  .enum(['on', 'off'], { error: 'must be on or off' })
  .transform((value) => value === 'on');

/** Where another server is; it may hold a password. */
export const address = (...starts: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && starts.some((start) => value.toLowerCase().startsWith(start)),
      `must be an address that starts with ${starts.join(' or ')}`,
    )
    .refine(isEscaped, 'must have a % that stands for itself, as in a password, written as %25');

export const origin = z
  .string()
  .refine(isOrigin, 'must be an origin such as https://directory.example, without a path');

export const proxy = z.string().refine(isProxy, 'must be an IP address or a subnet');

export const rate = z
  .string()
  .regex(RATE, 'must be such as 600/min, 20/s, 1000/h or 50000/day')
  .transform((value): Rate => {
    const [requests, unit] = value.split('/') as [string, keyof typeof SECONDS];
    return { requests: Number(requests), seconds: SECONDS[unit] };
  });

/**
 * Values between commas; of one that is wrong, its place and its name are told.
 * @param nameOf what may be shown of an entry, empty where that is nothing.
 */
export const list = (kind: z.ZodType<string>, nameOf: (entry: string) => string) =>
  z.string().transform((text, context) => {
    const entries = text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
    entries.forEach((entry, at) => {
      const name = nameOf(entry);
      const which = `entry ${at + 1}${name && ` (${JSON.stringify(name)})`}`;
      for (const { message } of kind.safeParse(entry).error?.issues ?? [])
        context.addIssue({ code: 'custom', message: `${which} ${message}` });
    });
    return entries;
  });

/** Of an address with a password nothing but the host: a password that was not escaped may stand anywhere behind it. */
export function hostOnly(entry: string): string {
  const url = URL.canParse(entry) ? new URL(entry) : undefined;
  return url?.hostname ? `${url.protocol}//${url.hostname}` : '';
}

/** An entry as it was given, unless it holds what nobody expects there. */
export function asGiven(entry: string): string {
  return entry.includes('@') ? hostOnly(entry) : entry;
}

function isEscaped(value: string): boolean {
  try {
    decodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, href, origin } = new URL(value);
  // A pattern would match nothing: origins are compared as they are.
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
