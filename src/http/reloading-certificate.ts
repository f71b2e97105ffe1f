import { unwatchFile, watchFile } from 'node:fs';
import { Logger } from '@nestjs/common';
import { type CertificateFiles, type CertificatePair, readCertificate } from '../config/certificate.js';

const POLL_INTERVAL_MS = 1000;

/** The certificate of the server, read again when its files change. */
export class ReloadingCertificate {
  private readonly log = new Logger('Certificate');

  constructor(private readonly files: CertificateFiles) {}

  /** @throws as `readCertificate` does. */
  read(): CertificatePair {
    return readCertificate(this.files);
  }

  /** Watches the files. The old pair stays in use until both files have a matching new pair. */
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
      watchFile(file, { interval: POLL_INTERVAL_MS, persistent: false }, reload);
  }

  unwatch(): void {
    for (const file of Object.values(this.files)) unwatchFile(file);
  }
}
