import { hostName } from '../../hosts/host-name.js';
import { type Warn } from '../normalizing/field.js';
import { type Problem } from '../record-source.js';
import { type Feed, type FeedRecord } from './feed.js';
import { countryParts } from './values/country-names.js';
import { FIELD_SHAPES } from './values/field-shape.js';
import { fieldValues } from './values/field-values.js';
import { scalarsAt } from './values/path.js';
import { furtherHosts, withoutWww } from './values/primary-host.js';
import { PROGRAM_FIELDS, type ProgramField } from './values/program-field.js';
import { registerLink } from './values/register-link.js';
import { isTrackingLink } from './values/tracking-link.js';

export interface RowOptions {
  /** Makes register links; `{networkProgramId}` stands for the program. */
  registerUrl?: string | undefined;
  /** Whether hosts keep their `www.`; as the feed says unless given. */
  keepWww?: boolean | undefined;
}

export interface ProgramRow {
  values: Values;
  problem?: Problem;
}

/** How a text that may hold several values is cut. */
const PARTS: { [Field in ProgramField]?: typeof countryParts } = { countries: countryParts };

type Values = { [Field in ProgramField]?: unknown };

/** Makes one canonical row of a network's record; values of which no rule speaks are as the record has them. */
export function programRow(feed: Feed, record: FeedRecord, options: RowOptions, note: Warn): ProgramRow {
  const values: Values = {};
  for (const field of PROGRAM_FIELDS) {
    const value = valueOf(feed, field, record, note);
    if (value !== undefined) values[field] = value;
  }
  setRegisterUrl(values, options.registerUrl, note);
  if (isTrackingLink(values.primaryUrl)) {
    return { values, problem: { field: 'primaryUrl', reason: 'is a tracking link' } };
  }
  setPrimaryUrl(values, options.keepWww ?? feed.keepWww ?? false);
  noteFurtherDomains(feed, record, values, note);
  return { values };
}

function valueOf(feed: Feed, field: ProgramField, record: FeedRecord, note: Warn): unknown {
  const map = feed.fields[field];
  const values = map && fieldValues(record, map, (message) => note(`${field}: ${message}`), PARTS[field]);
  return values && FIELD_SHAPES[field](values[0] ?? null, values);
}

function setPrimaryUrl(values: Values, keepWww: boolean): void {
  const host = typeof values.primaryUrl === 'string' ? hostName(values.primaryUrl.trim()) : undefined;
  if (host !== undefined && !keepWww) values.primaryUrl = withoutWww(host);
}

function setRegisterUrl(values: Values, template: string | undefined, note: Warn): void {
  const { networkProgramId: id, registerUrl } = values;
  if (template !== undefined && (typeof id === 'string' || typeof id === 'number')) {
    values.registerUrl = registerLink(template, id);
  } else if (isTrackingLink(registerUrl)) {
    delete values.registerUrl;
    note('registerUrl: a tracking link is left out');
  }
}

function noteFurtherDomains(feed: Feed, record: FeedRecord, { primaryUrl }: Values, note: Warn): void {
  if (typeof primaryUrl !== 'string' || !feed.furtherDomains) return;
  const given = feed.furtherDomains.flatMap((path) => scalarsAt(record, path));
  const hosts = furtherHosts(given, primaryUrl);
  if (hosts.length > 0) note(`further domains are not stored: ${hosts.join(', ')}`);
}
