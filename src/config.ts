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
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
);
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
const schema = z
  .object({
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
    TRUST_PROXY: list.default([]),
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
  })
  .superRefine((settings, check) => {
    const problem = (setting: string, message: string) =>
      check.addIssue({ code: 'custom', path: [setting], message });
    if (settings.TLS_CERT_FILE && !settings.TLS_KEY_FILE)
      problem('TLS_KEY_FILE', 'must be set with TLS_CERT_FILE');
    if (settings.TLS_KEY_FILE && !settings.TLS_CERT_FILE)
      problem('TLS_CERT_FILE', 'must be set with TLS_KEY_FILE');
    if (httpsOnly(settings) && !settings.TLS_CERT_FILE && settings.TRUST_PROXY.length === 0)
      problem('HTTPS_ONLY', 'needs TLS_CERT_FILE and TLS_KEY_FILE, or a proxy named in TRUST_PROXY');
    if (settings.DATABASE_REPLICA_URLS.length > 0 && !settings.DATABASE_URL)
      problem('DATABASE_REPLICA_URLS', 'needs DATABASE_URL');
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
 * @throws ConfigError naming every problem at once.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.entries(environment).filter(([name, value]) => name in schema.shape && value !== '');
  const result = schema.safeParse(Object.fromEntries(given));
  if (!result.success) {
    throw new ConfigError(
      result.error.issues.map((issue) => `${issue.path[0]?.toString()} ${issue.message}`),
    );
  }
  return Object.freeze(named(result.data));
}

/** Adds the settings of a `.env` file in the working directory, if there is one, to the environment. */
export function loadEnvFile(): void {
  try {
    process.loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function named(settings: z.output<typeof schema>) {
  const production = settings.NODE_ENV === 'production';
  return {
    production,
    port: settings.PORT,
    host: settings.HOST ?? (production ? '::' : '127.0.0.1'),
    databaseUrl: settings.DATABASE_URL,
    replicaUrls: settings.DATABASE_REPLICA_URLS,
    databasePool: settings.DATABASE_POOL,
    dataDir: settings.DATA_DIR,
    migrate: settings.MIGRATE,
    redisUrl: settings.REDIS_URL,
    rates: { 'pro-api': settings.RATE_LIMIT_PRO_API, enterprise: settings.RATE_LIMIT_ENTERPRISE },
    pageCacheBytes: settings.PAGE_CACHE_MB * 1024 * 1024,
    /** Seconds. */
    staleIfDown: settings.STALE_IF_DOWN,
    httpsOnly: httpsOnly(settings),
    tls:
      settings.TLS_CERT_FILE && settings.TLS_KEY_FILE
        ? { certFile: settings.TLS_CERT_FILE, keyFile: settings.TLS_KEY_FILE }
        : undefined,
    /** Addresses and subnets. */
    trustProxy: settings.TRUST_PROXY,
    /** Origin of absolute addresses; empty where they are paths. */
    publicUrl: settings.PUBLIC_URL === undefined ? '' : new URL(settings.PUBLIC_URL).origin,
    docs: settings.DOCS,
    managementPort: settings.MANAGEMENT_PORT,
    corsOrigins: settings.CORS_ORIGINS,
    logLevel: settings.LOG_LEVEL,
    /** Seconds. */
    shutdown: settings.SHUTDOWN_S,
  };
}

function httpsOnly(settings: { HTTPS_ONLY?: boolean | undefined; NODE_ENV: string }): boolean {
  return settings.HTTPS_ONLY ?? settings.NODE_ENV === 'production';
}

function isOrigin(value: string): boolean {
  const url = new URL(value);
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
}
