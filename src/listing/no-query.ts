/** The query of an operation that has no query parameters: any is unknown. */
export class NoQuery {}
