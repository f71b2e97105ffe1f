/** What databases that know no null date give out, with or without a time and a zone. */
const NO_DATE = /^0000-00-00(?:[T ]00:00(?::00(?:\.0+)?)?(?: ?(?:Z|[+-]00(?::?00)?))?)?$/i;

/** Whether the trimmed text of a date or timestamp says that there is none. */
export const isNoDate = (given: string): boolean => given === '' || NO_DATE.test(given);
