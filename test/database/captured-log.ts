import { type LoggerService } from '@nestjs/common';

/** A logger of Nest that keeps warnings and errors, for a test to read. */
export class CapturedLog implements LoggerService {
  readonly warnings: string[] = [];
  readonly messages: string[] = [];

  log(message: string): void {
    this.messages.push(message);
  }

  warn(message: string): void {
    this.warnings.push(message);
  }

  error(message: string): void {
    this.warnings.push(message);
  }

  /** Keeps lines about one subject. */
  about(pattern: RegExp): string[] {
    return this.warnings.filter((line) => pattern.test(line));
  }
}
