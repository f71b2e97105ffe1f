import { decodeHTMLStrict } from 'entities';
import { type Scalar } from '../feed.js';
import { countriesIn } from './country-names.js';
import { feedDate } from './feed-date.js';
import { type ProgramField } from './program-field.js';
import { yesOrNo } from './yes-no.js';

/** How the values that a record has for a field become the one of a canonical row; null where there is none. */
type Shape = (value: Scalar, all: readonly Scalar[]) => unknown;

const asGiven: Shape = (value) => value;
const aDate: Shape = (value) => feedDate(value);

export const FIELD_SHAPES: Readonly<Record<ProgramField, Shape>> = {
  networkProgramId: asGiven,
  name: (value) => (value === null ? null : decodeHTMLStrict(String(value))),
  primaryUrl: asGiven,
  registerUrl: asGiven,
  status: (value) => yesOrNo(value) ?? value,
  dateStarted: aDate,
  dateClosed: aDate,
  countries: (_, all) => all.flatMap(countriesIn),
  createdAt: aDate,
  updatedAt: aDate,
};
