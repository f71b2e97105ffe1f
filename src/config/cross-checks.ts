import { readCertificate } from './certificate.js';
import { type Settings } from './settings.js';

/** Returns the problems between settings that are valid by themselves; invalid ones are skipped. */
export function crossChecks(settings: Partial<Settings>): string[] {
  return [
    ...checkTls(settings),
    ...checkHttpsOnly(settings),
    ...checkPorts(settings),
    ...checkReplicas(settings),
  ];
}

/** Returns the problem of a server without a database; the command line and `npm start` use the embedded one. */
export function requireDatabase(settings: Partial<Settings>): string[] {
  return 'DATABASE_URL' in settings && settings.DATABASE_URL === undefined
    ? ['DATABASE_URL is missing. `npm start` runs an embedded database, to try things out']
    : [];
}

/** True where HTTPS is required: by default in production. */
export function isHttpsOnly({ HTTPS_ONLY, NODE_ENV }: Partial<Settings>): boolean {
  return HTTPS_ONLY ?? NODE_ENV === 'production';
}

function checkTls({ TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile }: Partial<Settings>): string[] {
  if (certFile && !keyFile) return ['TLS_KEY_FILE must be set with TLS_CERT_FILE'];
  if (keyFile && !certFile) return ['TLS_CERT_FILE must be set with TLS_KEY_FILE'];
  if (!certFile || !keyFile) return [];
  try {
    readCertificate({ certFile, keyFile });
    return [];
  } catch (error) {
    return [`TLS_CERT_FILE and TLS_KEY_FILE cannot be used: ${(error as Error).message}`];
  }
}

function checkHttpsOnly(settings: Partial<Settings>): string[] {
  const { TLS_CERT_FILE, TRUST_PROXY } = settings;
  if (!('HTTPS_ONLY' in settings) || !isHttpsOnly(settings)) return [];
  return TLS_CERT_FILE === undefined && TRUST_PROXY?.length === 0
    ? ['HTTPS_ONLY needs TLS_CERT_FILE and TLS_KEY_FILE, or a proxy named in TRUST_PROXY']
    : [];
}

function checkPorts({ PORT, MANAGEMENT_PORT }: Partial<Settings>): string[] {
  // 0 means any free port.
  return MANAGEMENT_PORT && MANAGEMENT_PORT === PORT ? ['MANAGEMENT_PORT and PORT must differ'] : [];
}

function checkReplicas(settings: Partial<Settings>): string[] {
  const { DATABASE_REPLICA_URLS: replicas = [], DATABASE_URL: primary } = settings;
  return replicas.length > 0 && 'DATABASE_URL' in settings && primary === undefined
    ? ['DATABASE_REPLICA_URLS needs DATABASE_URL']
    : [];
}
