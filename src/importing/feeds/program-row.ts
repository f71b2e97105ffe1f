import { decodeHTMLStrict } from 'entities';
import { hostName } from '../../hosts/host-name.js';
import { type Note } from '../cleaning/cleaner.js';
import { type Problem } from '../record-source.js';
import { type Feed, type FeedRecord } from './feed.js';
import { splitCountries } from './values/country-names.js';
import { feedDate } from './values/feed-date.js';
import { fieldValues } from './values/field-values.js';
import { scalarsAt } from './values/path.js';
import { furtherHosts, withoutWww } from './values/primary-host.js';
import { PROGRAM_FIELDS, type ProgramField } from './values/program-field.js';
import { isTrackingHost } from './values/tracking-host.js';
import { yesOrNo } from './values/yes-no.js';

export interface RowOptions {
  /** Makes register links; `{networkProgramId}` stands for the program. */
  registerUrl?: string | undefined;
  keepWww?: boolean | undefined;
}

export interface ProgramRow {
  values: Record<string, unknown>;
  problem?: Problem;
}

/** Makes one canonical row of a network's record; the values are as the record has them where no rule speaks of them. */
export function programRow(feed: Feed, record: FeedRecord, options: RowOptions, note: Note): ProgramRow {
  const values: Record<string, unknown> = {};
  for (const field of PROGRAM_FIELDS) {
    const value = valueOf(feed, field, record, note);
    if (value !== undefined) values[field] = value;
  }
  applyRegisterUrl(values, options, note);
  const problem = applyPrimaryUrl(values, options.keepWww ?? feed.keepWww ?? false);
  if (typeof values['primaryUrl'] === 'string') {
    const further = (feed.furtherDomains ?? []).flatMap((path) => scalarsAt(record, path));
    const hosts = furtherHosts(further, values['primaryUrl']);
    if (hosts.length > 0) note(`further domains are not stored: ${hosts.join(', ')}`);
  }
  return problem ? { values, problem } : { values };
}

function valueOf(feed: Feed, field: ProgramField, record: FeedRecord, note: Note): unknown {
  const map = feed.fields[field];
  if (!map) return undefined;
  const noteField: Note = (message) => note(`${field}: ${message}`);
  if (field === 'countries')
    return fieldValues(record, map, noteField, splitCountries)?.flatMap(splitCountries);
  const values = fieldValues(record, map, noteField);
  return values && shaped(field, values[0] ?? null);
}

function shaped(field: ProgramField, value: unknown): unknown {
  if (value === null) return null;
  switch (field) {
    case 'name':
      return decodeHTMLStrict(String(value));
    case 'status':
      return yesOrNo(value) ?? value;
    case 'dateStarted':
    case 'dateClosed':
    case 'createdAt':
    case 'updatedAt':
      return feedDate(value);
    default:
      return value;
  }
}

function applyPrimaryUrl(values: Record<string, unknown>, keepWww: boolean): Problem | undefined {
  const given = values['primaryUrl'];
  if (typeof given !== 'string') return undefined;
  const host = hostName(given.trim());
  if (host === undefined) return undefined;
  if (isTrackingHost(host)) return { field: 'primaryUrl', reason: 'is a tracking link' };
  if (!keepWww) values['primaryUrl'] = withoutWww(host);
  return undefined;
}

function applyRegisterUrl(values: Record<string, unknown>, { registerUrl }: RowOptions, note: Note): void {
  const id = values['networkProgramId'];
  if (registerUrl !== undefined && (typeof id === 'string' || typeof id === 'number')) {
    values['registerUrl'] = registerUrl.replaceAll('{networkProgramId}', () =>
      encodeURIComponent(String(id).trim()),
    );
    return;
  }
  const given = values['registerUrl'];
  if (typeof given !== 'string') return;
  const host = hostName(given.trim());
  if (host === undefined || !isTrackingHost(host)) return;
  delete values['registerUrl'];
  note('registerUrl: a tracking link is left out');
}
