import { unwatchFile, watchFile } from 'node:fs';
import { Logger } from '@nestjs/common';
import { type CertificateFiles, type CertificatePair, readCertificate } from '../config/certificate.js';

const LOOK_EVERY_MS = 1000;

/** The certificate that the program shows, read again when its files change. */
export class ReloadingCertificate {
  private readonly log = new Logger('Certificate');

  constructor(private readonly files: CertificateFiles) {}

  /** @throws as `readCertificate` does. */
  read(): CertificatePair {
    return readCertificate(this.files);
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
