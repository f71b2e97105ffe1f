/** The command did nothing; the message is for the operator. */
export class CommandFailed extends Error {}
