import type { components, paths } from './openapi.js';

type Schemas = components['schemas'];

export type Network = Schemas['NetworkV1'];
export type Program = Schemas['ProgramV1'];
/** What is wrong with one parameter or field of a request. */
export type Detail = Schemas['Detail'];

/** What one URL matched. */
export type UrlMatch = Schemas['MatchV1'];

/** How URLs are matched, and which countries come first. */
export type MatchOptions = Optional<Omit<Schemas['MatchRequest'], 'urls'>>;

/** Which networks are listed, and in which order. */
export type ListedNetworks = Listed<paths['/api/v1/networks']['get']>;
/** Which programs are listed, and in which order. */
export type ListedPrograms = Listed<paths['/api/v1/programs']['get']>;

/** The parameters of a list, apart from `page` and `cursor`. An array of one value may be written as the value. */
type Listed<Operation extends { parameters: { query?: unknown } }> = OneOrMore<
  Omit<NonNullable<Operation['parameters']['query']>, 'page' | 'cursor'>
>;
type Optional<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined };
type OneOrMore<Parameters> = {
  [Name in keyof Parameters]: NonNullable<Parameters[Name]> extends readonly (infer Value)[]
    ? Value | readonly Value[] | undefined
    : Parameters[Name] | undefined;
};
