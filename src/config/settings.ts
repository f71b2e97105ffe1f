import { z } from 'zod';
import { plans, type RateSetting } from './plans.js';
import {
  hostOnly,
  integer,
  list,
  onOff,
  origin,
  publicAddress,
  postgresUrl,
  proxy,
  rate,
  redisUrl,
  withoutPassword,
} from './setting-types.js';

const rateSettings = Object.fromEntries(
  Object.values(plans).map(({ rateSetting }) => [rateSetting, rate.optional()]),
) as Record<RateSetting, z.ZodOptional<typeof rate>>;

/** The settings by their names in the environment. The README explains them to the operator. */
export const settings = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: integer(0, 65_535).default(3000),
  HOST: z.string().optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URLS: list(postgresUrl, hostOnly).default([]),
  DATABASE_POOL: integer(1, 1000).default(10),
  DATA_DIR: z.string().default('./.data'),
  MIGRATE: onOff.default(true),
  REDIS_URL: redisUrl.optional(),
  ...rateSettings,
  PAGE_CACHE_MB: integer(0, 65_536).default(64),
  STALE_IF_DOWN: integer(0, 86_400).default(300),
  HTTPS_ONLY: onOff.optional(),
  TLS_CERT_FILE: z.string().optional(),
  TLS_KEY_FILE: z.string().optional(),
  TRUST_PROXY: list(proxy, withoutPassword).default([]),
  PUBLIC_URL: publicAddress.optional(),
  DOCS: onOff.default(true),
  MCP: onOff.default(true),
  MANAGEMENT_PORT: integer(0, 65_535).optional(),
  CORS_ORIGINS: list(origin, withoutPassword).default([]),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be trace, debug, info, warn, error, fatal or silent',
    })
    .default('info'),
  SHUTDOWN_S: integer(0, 3600).default(10),
  DRAIN_S: integer(0, 3600).default(0),
});

/** The values of the settings after validation. */
export type Settings = z.output<typeof settings>;
