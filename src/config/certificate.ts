import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';

/** A certificate with its key, as a TLS server takes them. */
export interface CertificatePair {
  cert: Buffer;
  key: Buffer;
  minVersion: 'TLSv1.2';
}

/** @throws when a file cannot be read, or the two do not belong together. */
export function readCertificate(files: { certFile: string; keyFile: string }): CertificatePair {
  const { certFile, keyFile } = files;
  const pair = { cert: readFileSync(certFile), key: readFileSync(keyFile), minVersion: 'TLSv1.2' as const };
  createSecureContext(pair);
  return pair;
}
