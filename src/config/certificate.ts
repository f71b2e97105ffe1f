import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions } from 'node:tls';

/** Where the two are. */
export type CertificateFiles = Record<'certFile' | 'keyFile', string>;

/** A certificate with its key, as a TLS server takes them. */
export interface CertificatePair {
  cert: Buffer;
  key: Buffer;
  minVersion: 'TLSv1.2';
}

/** @throws naming the file that cannot be read, or is not what it should be, or when the two do not belong together. */
export function readCertificate({ certFile, keyFile }: CertificateFiles): CertificatePair {
  const cert = read(certFile, 'a certificate', (bytes) => ({ cert: bytes }));
  const key = read(keyFile, 'a private key without a passphrase', (bytes) => ({ key: bytes }));
  const pair = { cert, key, minVersion: 'TLSv1.2' as const };
  createSecureContext(pair);
  return pair;
}

function read(file: string, kind: string, use: (bytes: Buffer) => SecureContextOptions): Buffer {
  let bytes;
  try {
    bytes = readFileSync(file);
  } catch (cause) {
    throw new Error(`${file} cannot be read (${(cause as NodeJS.ErrnoException).code})`, { cause });
  }
  try {
    createSecureContext(use(bytes));
  } catch (cause) {
    throw new Error(`${file} is not ${kind}, in PEM`, { cause });
  }
  return bytes;
}
