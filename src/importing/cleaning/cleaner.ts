/** Tells the operator of something that was left out, though the row is kept. */
export type Note = (message: string) => void;

/**
 * Turns a value of a feed into the text that the database reads; null where the value is null or an empty string,
 * undefined where nothing of it is left, so that it counts as not given. Throws `Unclean` for what cannot be
 * understood.
 */
export type Cleaner = (value: unknown, note: Note) => string | null | undefined;
