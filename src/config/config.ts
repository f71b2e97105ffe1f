import { crossChecks, isHttpsOnly, requireDatabase } from './cross-checks.js';
import { mapPlans, plans } from './plans.js';
import { type Settings, settings } from './settings.js';
import { validateSettings, withoutEmpty } from './validate-settings.js';

/** The injection token of the settings. */
export const CONFIG = Symbol('config');

/** Every setting of the program, validated and frozen. */
export type Config = Readonly<ReturnType<typeof configOf>>;

/** How a program reads its settings, where that differs from the environment alone. */
export interface ConfigOptions {
  /** Replace the usual defaults of variables that are not set. */
  defaults?: NodeJS.ProcessEnv;
  /** True for a server, which has no embedded database. */
  needsDatabase?: boolean;
}

/**
 * Reads the settings from an environment; an empty variable counts as not set.
 * @throws ConfigError that names every problem.
 */
export function readConfig(
  environment: NodeJS.ProcessEnv = process.env,
  { defaults = {}, needsDatabase = false }: ConfigOptions = {},
): Config {
  const values = { ...defaults, ...withoutEmpty(environment) };
  const checks = (valid: Partial<Settings>) => [
    ...(needsDatabase ? requireDatabase(valid) : []),
    ...crossChecks(valid),
  ];
  return Object.freeze(configOf(validateSettings(settings, values, checks)));
}

/** Reads the settings of the command line; those of a server are ignored. */
export function readDatabaseConfig(environment: NodeJS.ProcessEnv = process.env) {
  const { DATABASE_URL, DATA_DIR } = validateSettings(
    settings.pick({ DATABASE_URL: true, DATA_DIR: true }),
    environment,
  );
  return { databaseUrl: DATABASE_URL, dataDir: DATA_DIR };
}

function configOf(settings: Settings) {
  const production = settings.NODE_ENV === 'production';
  return {
    port: settings.PORT,
    host: settings.HOST ?? (production ? '::' : '127.0.0.1'),
    databaseUrl: settings.DATABASE_URL,
    replicaUrls: settings.DATABASE_REPLICA_URLS,
    databasePool: settings.DATABASE_POOL,
    dataDir: settings.DATA_DIR,
    migrate: settings.MIGRATE,
    redisUrl: settings.REDIS_URL,
    rates: mapPlans((plan) => settings[plans[plan].rateSetting]),
    pageCacheBytes: settings.PAGE_CACHE_MB * 1024 * 1024,
    /** Seconds. */
    staleIfDown: settings.STALE_IF_DOWN,
    httpsOnly: isHttpsOnly(settings),
    tls:
      settings.TLS_CERT_FILE && settings.TLS_KEY_FILE
        ? { certFile: settings.TLS_CERT_FILE, keyFile: settings.TLS_KEY_FILE }
        : undefined,
    /** Addresses and subnets. */
    trustProxy: settings.TRUST_PROXY,
    /** The prefix of absolute addresses; empty where addresses are paths. */
    publicUrl: settings.PUBLIC_URL ?? '',
    docs: settings.DOCS,
    mcp: settings.MCP,
    managementPort: settings.MANAGEMENT_PORT,
    corsOrigins: settings.CORS_ORIGINS,
    logLevel: settings.LOG_LEVEL,
    /** Seconds. */
    shutdown: settings.SHUTDOWN_S,
    /** Seconds after SIGTERM before the listener closes. */
    drain: settings.DRAIN_S,
  };
}
