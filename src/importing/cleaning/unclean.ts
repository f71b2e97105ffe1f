/** Thrown by a cleaner for a value that cannot be understood; the message says why, for the operator. */
export class InvalidValue extends Error {
  override name = 'Unclean';
}
