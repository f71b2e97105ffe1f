import { MAX_MESSAGE_LENGTH, printable } from './report.js';

/** The import changed nothing; the message is for the operator, and may quote what the file has. */
export class ImportFailed extends Error {
  override name = 'ImportFailed';

  constructor(message: string, options?: ErrorOptions) {
    super(printable(message, MAX_MESSAGE_LENGTH), options);
  }
}

/** The import was asked for in a way that cannot work, whatever the files and the database hold. */
export class WrongUsage extends Error {
  override name = 'WrongUsage';
}
