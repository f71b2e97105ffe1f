import { readCertificate } from './certificate.js';
import { type Settings } from './settings.js';

/** What is wrong between settings that are right alone; about one that is not, nothing can be said. */
export function crossChecks(settings: Partial<Settings>): string[] {
  return [...inTls(settings), ...inHttpsOnly(settings), ...inPorts(settings), ...inDatabases(settings)];
}

/** True where HTTPS is asked for, or not refused in production. */
export function isHttpsOnly({ HTTPS_ONLY, NODE_ENV }: Partial<Settings>): boolean {
  return HTTPS_ONLY ?? NODE_ENV === 'production';
}

function inTls({ TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile }: Partial<Settings>): string[] {
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

function inHttpsOnly(settings: Partial<Settings>): string[] {
  const { TLS_CERT_FILE, TRUST_PROXY } = settings;
  if (!('HTTPS_ONLY' in settings) || !isHttpsOnly(settings)) return [];
  return TLS_CERT_FILE === undefined && TRUST_PROXY?.length === 0
    ? ['HTTPS_ONLY needs TLS_CERT_FILE and TLS_KEY_FILE, or a proxy named in TRUST_PROXY']
    : [];
}

function inPorts({ PORT, MANAGEMENT_PORT }: Partial<Settings>): string[] {
  // 0 is any port that is free.
  return MANAGEMENT_PORT && MANAGEMENT_PORT === PORT ? ['MANAGEMENT_PORT must be another than PORT'] : [];
}

function inDatabases(settings: Partial<Settings>): string[] {
  const { DATABASE_REPLICA_URLS: replicas = [], DATABASE_URL: primary } = settings;
  return replicas.length > 0 && 'DATABASE_URL' in settings && primary === undefined
    ? ['DATABASE_REPLICA_URLS needs DATABASE_URL']
    : [];
}
