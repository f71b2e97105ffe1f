import { MAX_MESSAGE_LENGTH, printable } from './report.js';

/** The import changed nothing; the message is for the operator, and may quote what the file has. */
export class ImportFailed extends Error {
  override name = 'ImportFailed';

  constructor(message: string, options?: ErrorOptions) {
    super(printable(message, MAX_MESSAGE_LENGTH), options);
  }
}

/** The options of an import are invalid, whatever the files and the database contain. */
export class WrongUsage extends Error {
  override name = 'WrongUsage';
}
