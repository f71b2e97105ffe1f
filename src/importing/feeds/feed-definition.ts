/** The canonical fields that a feed can fill. */
export const PROGRAM_FIELDS = [
  'networkProgramId',
  'name',
  'primaryUrl',
  'registerUrl',
  'status',
  'dateStarted',
  'dateClosed',
  'countries',
  'domains',
  'createdAt',
  'updatedAt',
] as const;

export type ProgramField = (typeof PROGRAM_FIELDS)[number];

/** One record under the network's own names: objects, arrays and scalars, as JSON has them. */
export type FeedRecord = Readonly<Record<string, unknown>>;

export type Scalar = string | number | boolean | null;

/**
 * Path of a value in a record: names with dots between them, `@name` for an XML attribute. Arrays on the way are walked
 * through, so that a list of one element and a single element read alike.
 */
export type Path = string;

/** Where a file keeps the records of one type, and how they are recognised. */
export interface Listing {
  /**
   * Paths of the records in JSON; '' are the elements of a bare array. A last name `*` matches every name of an
   * object; the name is then the record's value `@key`.
   */
  json?: readonly Path[];
  /** Paths of the records in XML, with the root's name; `**` is any element that has all of the marks, `*` as above. */
  xml?: readonly Path[];
  /** The columns that a table (CSV or pipe-separated) must have. */
  table?: readonly string[];
  /** The delimiter of a table; found in its header unless given. */
  delimiter?: string;
  /** Every row of the table ends with a line end, so that a file without the last one may be cut. */
  lineEnds?: true;
  /** NDJSON: one record a line. */
  ndjson?: true;
  /** Names that only these records have; a file whose first record has none of them is rejected. */
  marks?: readonly string[];
  /** Paths of the declared number of records in all pages of the listing. */
  total?: readonly Path[];
}

/** How a canonical field is filled. */
export interface FieldMap {
  /** Paths, or templates of paths such as `{country}-{id}`. The first with a value counts. */
  from?: readonly Path[];
  /** The meaning of the feed's values, in any case. */
  values?: Readonly<Record<string, Scalar>>;
  /** What happens to a value that `values` doesn't name: it is kept unchanged, or ignored with a warning. */
  unknown?: 'kept' | 'ignored';
  /** Used where there is no value. */
  default?: Scalar | readonly string[];
  /** The field is true until the date at this path is over. */
  until?: Path;
}

/** Records of other files of the feed, looked up by a key. */
export interface Join {
  /** The name that the records found have in the program's record. */
  as: string;
  listing: Listing;
  /** Path of the key in the other file's records. */
  key: Path;
  /** Path of the keys in a program's record. */
  by: Path;
  /** A program without the other record is rejected. */
  required?: true;
}

export interface ExampleFile {
  name: string;
  text: string;
}

/** A network's feed: how its files are recognised, where they keep the programs, and how each field is filled. */
export interface FeedDefinition {
  name: string;
  /** What the operator has to fetch. */
  expects: string;
  programs: Listing;
  joins?: readonly Join[];
  /** The case of names varies; the definition has all paths in lower case. */
  anyCase?: true;
  /** Hosts are stored with their `www.`. */
  keepWww?: boolean;
  /** A record with "yes" at this path is not a program. */
  skip?: Path;
  fields: { [Field in ProgramField]?: FieldMap } & Record<
    'networkProgramId' | 'name' | 'primaryUrl',
    FieldMap
  >;
  examples: readonly ExampleFile[];
}

/** What `directory feeds show` prints about a feed. */
export interface FeedGuide {
  name: string;
  /** What the operator has to fetch. */
  expects: string;
  /** Where each canonical field comes from. */
  fields: Record<string, string>;
  examples: readonly ExampleFile[];
}

/** Every listing that a file of the feed may hold. */
export const listingsOf = ({ programs, joins = [] }: FeedDefinition): Listing[] => [
  programs,
  ...joins.map(({ listing }) => listing),
];

/** Fills a field with the first of these that has a value. */
export const from = (...paths: Path[]): FieldMap => ({ from: paths });

/** Translates the network's words. Any other word is ignored with a warning, since a guess could close a program. */
export const words = (path: Path, values: Readonly<Record<string, boolean>>): FieldMap => ({
  from: [path],
  values,
  unknown: 'ignored',
});

/** Fills a field with the same value for every program. */
export const always = (value: boolean): FieldMap => ({ default: value });

/** Fills a field with true until the date at the path is over. */
export const until = (path: Path): FieldMap => ({ until: path });

export const jsonExample = (name: string, value: unknown): ExampleFile => ({
  name,
  text: `${JSON.stringify(value, null, 2)}\n`,
});
