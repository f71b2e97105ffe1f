import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { Logger } from '@nestjs/common';

const LOOK_EVERY_MS = 1000;

export interface CertificatePair {
  cert: Buffer;
  key: Buffer;
  minVersion: 'TLSv1.2';
}

/** The certificate that the program shows, read again when its files change. */
export class Certificate {
  private readonly log = new Logger('Certificate');

  constructor(private readonly files: { certFile: string; keyFile: string }) {}

  /** @throws when a file cannot be read, or the two do not belong together. */
  read(): CertificatePair {
    const { certFile, keyFile } = this.files;
    const pair = { cert: readFileSync(certFile), key: readFileSync(keyFile), minVersion: 'TLSv1.2' as const };
    createSecureContext(pair);
    return pair;
  }

  /** The old pair stays in use until there is a new one that is whole. */
  watch(use: (pair: CertificatePair) => void): void {
    const reload = () => {
      try {
        use(this.read());
        this.log.log('the certificate was read again');
      } catch (error) {
        this.log.warn(`the new certificate cannot be used: ${(error as Error).message}`);
      }
    };
    for (const file of Object.values(this.files))
      watchFile(file, { interval: LOOK_EVERY_MS, persistent: false }, reload);
  }

  unwatch(): void {
    for (const file of Object.values(this.files)) unwatchFile(file);
  }
}
