import { type ProgramField } from './values/program-field.js';

/** One record under the network's own names: objects, arrays and scalars, as JSON has them. */
export type FeedRecord = Readonly<Record<string, unknown>>;

export type Scalar = string | number | boolean | null;

/**
 * Where a value stands in a record: names with dots between them, `@name` for an attribute of XML. Arrays on the way
 * are walked through, so that a list of one and a single element read alike.
 */
export type Path = string;

/** Where the records of one sort stand in a file, and how they are told from others. */
export interface Listing {
  /** Paths of the records in JSON; '' are the elements of a bare array. */
  json?: readonly Path[];
  /** Paths of the records in XML, the root's name included; `**` is any element that has all of the marks. */
  xml?: readonly Path[];
  /** Columns without which a table, pipe or CSV, is no such file. */
  table?: readonly string[];
  /** What stands between the cells of a table; found in its header unless given. */
  delimiter?: string;
  /** Every row of a table has a line end, so a file without the last one may be cut. */
  lineEnds?: true;
  /** One record an NDJSON line. */
  ndjson?: true;
  /** Names that only such records have; a file whose first record has none of them is another file. */
  marks?: readonly string[];
  /** Paths of the number of records that the whole listing has, all of its pages together. */
  total?: readonly Path[];
}

/** What a canonical field becomes. */
export interface FieldMap {
  /** The first that has a value counts. One with braces is a template of paths, such as `{country}-{id}`. */
  from?: readonly Path[];
  /** What the values of the feed mean, whatever their case. */
  values?: Readonly<Record<string, Scalar>>;
  /** What is done with a value that `values` doesn't name: kept as it is, or left out with a warning. */
  others?: 'kept' | 'left out';
  /** What stands in the place of a value that isn't there. */
  default?: Scalar | readonly string[];
  /** True until the date that stands there is over. */
  until?: Path;
}

/** Records of other files of the feed that are looked up by a key. */
export interface Join {
  /** The name under which the records found are read. */
  as: string;
  listing: Listing;
  /** Path of the key in the other file's records. */
  key: Path;
  /** Path of the keys in a program's record. */
  by: Path;
  /** Without the other record, the program's row is rejected. */
  required?: true;
}

export interface ExampleFile {
  name: string;
  text: string;
}

/** What a network gives out about its programs: where its records are, and what each field becomes. */
export interface Feed {
  kind: string;
  /** What the operator is to fetch. */
  expects: string;
  programs: Listing;
  joins?: readonly Join[];
  /** The case of names varies; all paths are in lower case. */
  anyCase?: true;
  /** Hosts are stored with their `www.`. */
  keepWww?: boolean;
  /** A record with "yes" there is no program. */
  skip?: Path;
  /** Where domains stand that a program has beside its primary one. */
  furtherDomains?: readonly Path[];
  fields: { [Field in ProgramField]?: FieldMap } & Record<
    'networkProgramId' | 'name' | 'primaryUrl',
    FieldMap
  >;
  examples: readonly ExampleFile[];
}

/** What the operator is told of a feed. */
export interface FeedGuide {
  kind: string;
  /** What to fetch. */
  expects: string;
  /** Where each canonical field comes from. */
  fields: Record<string, string>;
  examples: readonly ExampleFile[];
}

/** All that a feed's files may hold. */
export const listingsOf = ({ programs, joins = [] }: Feed): Listing[] => [
  programs,
  ...joins.map(({ listing }) => listing),
];
