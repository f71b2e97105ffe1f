import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import proxyaddr from 'proxy-addr';
import { z } from 'zod';

/** The injection token of the settings. */
export const CONFIG = Symbol('config');

const RATE = /^([1-9]\d{0,8})\/(s|min|h|day)$/;
const SECONDS = { s: 1, min: 60, h: 3600, day: 86_400 } as const;

/** So many requests in so many seconds. */
export interface Rate {
  requests: number;
  seconds: number;
}

const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be a whole number from ${least} to ${most}`);
const onOff = z.enum(['on', 'off'], { error: 'must be on or off' }).transform((value) => value === 'on');
const entries = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
const list = z.string().transform(entries);
const address = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });
const origin = address('http:', 'https:').refine((value) => URL.canParse(value) && isOrigin(value), {
  error: 'must be an origin such as https://directory.example, without a path',
});
const rate = z
  .string()
  .regex(RATE, 'must be such as 600/min, 20/s, 1000/h or 50000/day')
  .transform((value): Rate => {
    const [requests, unit] = value.split('/') as [string, keyof typeof SECONDS];
    return { requests: Number(requests), seconds: SECONDS[unit] };
  });

/** The settings by their names in the environment. `docs` and README explain them to the operator. */
const settings = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().optional(),
  DATABASE_URL: address('postgres:', 'postgresql:').optional(),
  DATABASE_REPLICA_URLS: list.pipe(z.array(address('postgres:', 'postgresql:'))).default([]),
  DATABASE_POOL: whole(1, 1000).default(10),
  DATA_DIR: z.string().default('./.data'),
  MIGRATE: onOff.default(true),
  REDIS_URL: address('redis:', 'rediss:').optional(),
  RATE_LIMIT_PRO_API: rate.optional(),
  RATE_LIMIT_ENTERPRISE: rate.optional(),
  PAGE_CACHE_MB: whole(0, 65_536).default(64),
  STALE_IF_DOWN: whole(0, 86_400).default(300),
  HTTPS_ONLY: onOff.optional(),
  TLS_CERT_FILE: z.string().optional(),
  TLS_KEY_FILE: z.string().optional(),
  TRUST_PROXY: list.refine(isProxyList, 'must be addresses or subnets, separated by commas').default([]),
  PUBLIC_URL: origin.optional(),
  DOCS: onOff.default(true),
  MANAGEMENT_PORT: whole(0, 65_535).optional(),
  CORS_ORIGINS: list.pipe(z.array(origin)).default([]),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be trace, debug, info, warn, error, fatal or silent',
    })
    .default('info'),
  SHUTDOWN_S: whole(0, 3600).default(10),
});

/** Every setting of the program, checked and frozen. */
export type Config = Readonly<ReturnType<typeof named>>;

/** All that is wrong with the settings, a line each. */
export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(`The settings are not right:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

/**
 * Reads the settings from an environment; an empty variable counts as not set.
 * @param defaults for variables that are not set, where the usual ones don't suit.
 * @throws ConfigError naming every problem at once.
 */
export function readConfig(
  environment: NodeJS.ProcessEnv = process.env,
  defaults: NodeJS.ProcessEnv = {},
): Config {
  const given = { ...defaults, ...withoutEmpty(environment) };
  return Object.freeze(named(check(settings, given, disagreements)));
}

/** Reads what the command line needs: it serves nobody, so how a server is reached does not matter to it. */
export function readDatabaseConfig(environment: NodeJS.ProcessEnv = process.env) {
  const { DATABASE_URL, DATA_DIR } = check(
    settings.pick({ DATABASE_URL: true, DATA_DIR: true }),
    environment,
  );
  return { databaseUrl: DATABASE_URL, dataDir: DATA_DIR };
}

/** Adds the settings of a `.env` file in the working directory, if there is one, to the environment. */
export function loadEnvFile(): void {
  try {
    process.loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function check<T extends z.ZodObject>(
  schema: T,
  environment: NodeJS.ProcessEnv,
  together: (given: NodeJS.ProcessEnv) => string[] = () => [],
): z.output<T> {
  const given = Object.fromEntries(
    Object.entries(withoutEmpty(environment)).filter(([name]) => name in schema.shape),
  );
  const result = schema.safeParse(given);
  const alone = result.error?.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`) ?? [];
  const problems = [...alone, ...together(given)];
  if (!result.success || problems.length > 0) throw new ConfigError(problems);
  return result.data;
}

function withoutEmpty(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
}

/** What is wrong between settings that are right alone. */
function disagreements(given: NodeJS.ProcessEnv): string[] {
  const {
    TLS_CERT_FILE,
    TLS_KEY_FILE,
    TRUST_PROXY,
    DATABASE_URL,
    DATABASE_REPLICA_URLS,
    HTTPS_ONLY,
    NODE_ENV,
    PORT,
    MANAGEMENT_PORT,
  } = given;
  const problems: string[] = [];
  if (TLS_CERT_FILE && !TLS_KEY_FILE) problems.push('TLS_KEY_FILE must be set with TLS_CERT_FILE');
  if (TLS_KEY_FILE && !TLS_CERT_FILE) problems.push('TLS_CERT_FILE must be set with TLS_KEY_FILE');
  if (TLS_CERT_FILE && TLS_KEY_FILE) problems.push(...wrongCertificate(TLS_CERT_FILE, TLS_KEY_FILE));
  if (
    httpsOnly(HTTPS_ONLY === undefined ? undefined : HTTPS_ONLY === 'on', NODE_ENV) &&
    !TLS_CERT_FILE &&
    entries(TRUST_PROXY ?? '').length === 0
  )
    problems.push('HTTPS_ONLY needs TLS_CERT_FILE and TLS_KEY_FILE, or a proxy named in TRUST_PROXY');
  if (MANAGEMENT_PORT && MANAGEMENT_PORT !== '0' && MANAGEMENT_PORT === (PORT ?? '3000'))
    problems.push('MANAGEMENT_PORT must be another than PORT');
  if (DATABASE_REPLICA_URLS && !DATABASE_URL) problems.push('DATABASE_REPLICA_URLS needs DATABASE_URL');
  return problems;
}

function named(given: z.output<typeof settings>) {
  const production = given.NODE_ENV === 'production';
  return {
    production,
    port: given.PORT,
    host: given.HOST ?? (production ? '::' : '127.0.0.1'),
    databaseUrl: given.DATABASE_URL,
    replicaUrls: given.DATABASE_REPLICA_URLS,
    databasePool: given.DATABASE_POOL,
    dataDir: given.DATA_DIR,
    migrate: given.MIGRATE,
    redisUrl: given.REDIS_URL,
    rates: { 'pro-api': given.RATE_LIMIT_PRO_API, enterprise: given.RATE_LIMIT_ENTERPRISE },
    pageCacheBytes: given.PAGE_CACHE_MB * 1024 * 1024,
    /** Seconds. */
    staleIfDown: given.STALE_IF_DOWN,
    httpsOnly: httpsOnly(given.HTTPS_ONLY, given.NODE_ENV),
    tls:
      given.TLS_CERT_FILE && given.TLS_KEY_FILE
        ? { certFile: given.TLS_CERT_FILE, keyFile: given.TLS_KEY_FILE }
        : undefined,
    /** Addresses and subnets. */
    trustProxy: given.TRUST_PROXY,
    /** Origin of absolute addresses; empty where they are paths. */
    publicUrl: given.PUBLIC_URL === undefined ? '' : new URL(given.PUBLIC_URL).origin,
    docs: given.DOCS,
    managementPort: given.MANAGEMENT_PORT,
    corsOrigins: given.CORS_ORIGINS.map((value) => new URL(value).origin),
    logLevel: given.LOG_LEVEL,
    /** Seconds. */
    shutdown: given.SHUTDOWN_S,
  };
}

function wrongCertificate(certFile: string, keyFile: string): string[] {
  try {
    createSecureContext({ cert: readFileSync(certFile), key: readFileSync(keyFile) });
    return [];
  } catch (error) {
    return [`TLS_CERT_FILE and TLS_KEY_FILE cannot be used: ${(error as Error).message}`];
  }
}

function httpsOnly(chosen: boolean | undefined, environment: string | undefined): boolean {
  return chosen ?? environment === 'production';
}

function isOrigin(value: string): boolean {
  const url = new URL(value);
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
}

function isProxyList(addresses: string[]): boolean {
  try {
    proxyaddr.compile(addresses);
    return true;
  } catch {
    return false;
  }
}
