import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions } from 'node:tls';

/** Paths of a certificate and its private key. */
export type CertificateFiles = Record<'certFile' | 'keyFile', string>;

/** A certificate with its key, as options of a TLS server. */
export interface CertificatePair {
  cert: Buffer;
  key: Buffer;
  minVersion: 'TLSv1.2';
}

/** @throws naming the file that cannot be read or has the wrong content, or when the two do not match. */
export function readCertificate({ certFile, keyFile }: CertificateFiles): CertificatePair {
  const cert = read(certFile, 'a certificate', (bytes) => ({ cert: bytes }));
  const key = read(keyFile, 'a private key without a passphrase', (bytes) => ({ key: bytes }));
  const pair = { cert, key, minVersion: 'TLSv1.2' as const };
  createSecureContext(pair);
  return pair;
}

function read(file: string, content: string, use: (bytes: Buffer) => SecureContextOptions): Buffer {
  let bytes;
  try {
    bytes = readFileSync(file);
  } catch (cause) {
    throw new Error(`${file} cannot be read (${(cause as NodeJS.ErrnoException).code})`, { cause });
  }
  try {
    createSecureContext(use(bytes));
  } catch (cause) {
    throw new Error(`${file} is not ${content} in PEM`, { cause });
  }
  return bytes;
}
