/** The command failed and changed nothing; the message is for the operator. */
export class CommandFailed extends Error {}
