import { hostName } from '../../hosts/host-name.js';
import { InvalidValue, type Warn } from '../normalizing/field.js';
import { isTrackingLink } from '../normalizing/tracking-links.js';
import { type ImportWarnings } from '../report.js';
import { sourceRecord } from '../files/utf8-text.js';
import { type RecordLocation, type Problem, type SourceRecord } from '../record-source.js';
import {
  type FeedDefinition,
  type FeedRecord,
  PROGRAM_FIELDS,
  type ProgramField,
  type Scalar,
} from './feed-definition.js';
import { countryParts } from './fields/country-names.js';
import { convertField, parseYesNo } from './fields/field-conversion.js';
import { fieldValues } from './fields/field-values.js';
import { registerLink, withoutWww } from './fields/links.js';
import { domainParts } from './fields/domain-parts.js';
import { firstValueAt } from './fields/record-path.js';
import { type JoinedRecords } from './joined-records.js';

export interface RowOptions {
  /** Template of register links. */
  registerUrl?: string | undefined;
  /** Whether hosts keep their `www.`; the feed's own rule unless given. */
  keepWww?: boolean | undefined;
}

type Values = { [Field in ProgramField]?: unknown };

interface ProgramRow {
  values: Values;
  problem?: Problem;
}

/** Fields whose text may list several values, and how it is split. */
const SPLIT: { readonly [Field in ProgramField]?: typeof countryParts } = {
  countries: countryParts,
  domains: domainParts,
};

/** Fields of which the wrong one of several values would change another program, or close one. */
const DECISIVE: ReadonlySet<ProgramField> = new Set(['networkProgramId', 'status']);

/** Converts the records of a feed's files to canonical rows. */
export class ProgramRows {
  constructor(
    private readonly feed: FeedDefinition,
    private readonly joined: readonly JoinedRecords[],
    private readonly options: RowOptions,
    private readonly warnings: ImportWarnings,
  ) {}

  rowOf(record: SourceRecord): SourceRecord {
    const otherReadings = record.otherReadings?.map((reading) => this.row(reading, () => {}).values);
    return { ...this.rowOfValues(record), ...(otherReadings && { otherReadings }) };
  }

  /** Whether the feed marks a record as something else than a program, such as a test of the network's. */
  isSkipped({ file, line, values }: SourceRecord): boolean {
    const { skip } = this.feed;
    if (skip === undefined || !values || parseYesNo(firstValueAt(values, skip)) !== true) return false;
    this.warnings.add(`${skip}: records marked by it are ignored`, { file, line });
    return true;
  }

  private rowOfValues(record: SourceRecord): SourceRecord {
    const location = { file: record.file, line: record.line };
    if ('problem' in record) {
      const { problem, values } = record;
      return { ...location, problem, ...(values && { values: this.joinedRow(location, values).values }) };
    }
    const { values, problem } = this.joinedRow(location, record.values);
    return problem ? { ...location, problem, values } : sourceRecord(location, values);
  }

  private joinedRow(location: RecordLocation, programRecord: FeedRecord): ProgramRow {
    let missing: Scalar | undefined;
    let record = programRecord;
    for (const joined of this.joined) {
      const { as, required } = joined.join;
      record = joined.attach(record, (key) => {
        if (required) missing = key;
        else this.warnings.add(`${as}: no file has ${key}`, location);
      });
    }
    const row = this.row(record, (message) => this.warnings.add(message, location));
    if (missing === undefined) return row;
    return {
      ...row,
      problem: { field: 'row', reason: `no file has the ${this.requiredNames()} of ${missing}` },
    };
  }

  private requiredNames(): string {
    return this.joined.flatMap(({ join }) => (join.required ? join.as : [])).join(' or ');
  }

  private row(record: FeedRecord, warn: Warn): ProgramRow {
    const values: Values = {};
    let problem: Problem | undefined;
    for (const field of PROGRAM_FIELDS) {
      try {
        const value = this.valueOf(field, record, warn);
        if (value !== undefined) values[field] = value;
      } catch (error) {
        if (!(error instanceof InvalidValue)) throw error;
        problem ??= { field, reason: error.message };
      }
    }
    this.setRegisterUrl(values);
    this.setPrimaryUrl(values);
    return { values, ...(problem && { problem }) };
  }

  private valueOf(field: ProgramField, record: FeedRecord, warn: Warn): unknown {
    const map = this.feed.fields[field];
    const values = map && fieldValues(record, map, (message) => warn(`${field}: ${message}`), SPLIT[field]);
    const distinct = new Set(values?.map((value) => String(convertField(field, [value]))));
    if (values && distinct.size > 1 && !SPLIT[field]) {
      if (DECISIVE.has(field)) throw new InvalidValue(`has several values: ${values.slice(0, 5).join(', ')}`);
      warn(`${field}: there are several values, and the first is used`);
    }
    return values && convertField(field, values);
  }

  private setRegisterUrl(values: Values): void {
    const { networkProgramId: id } = values;
    const template = this.options.registerUrl;
    if (template !== undefined && (typeof id === 'string' || typeof id === 'number')) {
      values.registerUrl = registerLink(template, id);
    }
  }

  private setPrimaryUrl(values: Values): void {
    const { primaryUrl } = values;
    if (typeof primaryUrl !== 'string' || (this.options.keepWww ?? this.feed.keepWww ?? false)) return;
    const host = hostName(primaryUrl.trim());
    // A tracking link is rejected later, by its path as well.
    if (host !== undefined && !isTrackingLink(primaryUrl)) values.primaryUrl = withoutWww(host);
  }
}
