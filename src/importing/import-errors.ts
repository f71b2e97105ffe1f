/** The import changed nothing; the message is for the operator. */
export class ImportFailed extends Error {
  override name = 'ImportFailed';
}

/** The import was asked for in a way that cannot work, whatever the files and the database hold. */
export class WrongUsage extends Error {
  override name = 'WrongUsage';
}
