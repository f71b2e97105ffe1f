import { type ExampleFile, type FieldMap, type Path } from './feed.js';

/** The first of these that has a value. */
export const from = (...paths: Path[]): FieldMap => ({ from: paths });

/** What the network's words say; any other word is left out with a warning, since a guess could close a program. */
export const words = (path: Path, values: Readonly<Record<string, boolean>>): FieldMap => ({
  from: [path],
  values,
  others: 'left out',
});

/** The same for every record. */
export const always = (value: boolean): FieldMap => ({ default: value });

/** True until the date there is over. */
export const until = (path: Path): FieldMap => ({ until: path });

export const jsonExample = (name: string, value: unknown): ExampleFile => ({
  name,
  text: `${JSON.stringify(value, null, 2)}\n`,
});
