import { hash } from 'node:crypto';
import { type AddParameter, type FoldText, InvalidFilterValue } from './filter-types.js';
import { type Filter } from './list-definition.js';

/** How often a parameter may appear that may be repeated. */
export const MAX_VALUES = 100;

/** What a request has for one filter: its value, or all of them where the parameter is repeated. */
export type FilterInput = string | readonly string[];

export interface FilterWithInput {
  filter: Filter;
  input: FilterInput;
}

/** A problem that `filterProblem` does not find, since only the database does. */
export class InvalidFilterInput extends Error {
  readonly field: string;

  constructor({ name }: Filter, problem: string) {
    super(`${name} ${problem}`);
    this.field = name;
  }
}

/** A filter that is applied. */
interface AppliedFilter {
  filter: Filter;
  /** The normalized values, sorted, without duplicates. */
  values: readonly string[];
  /** What rows are compared with; likewise. */
  comparands: readonly string[];
  /** The `sample` of the condition. */
  sample?: readonly string[];
}

/** The filters of one request. Requests with the same meaning have the same ones, whatever they look like. */
export class ListFilters {
  /** Sorted by the names of the filters. */
  private readonly applied: readonly AppliedFilter[];
  /** Equal for the same filters only. */
  readonly identity: string;
  private hashed: string | undefined;

  constructor(applied: readonly AppliedFilter[]) {
    this.applied = [...applied].sort((one, other) => (one.filter.name < other.filter.name ? -1 : 1));
    this.identity = JSON.stringify(this.applied.map(({ filter, comparands }) => [filter.name, comparands]));
  }

  /**
   * @param inputs what a request has for each filter, valid by `filterProblem`.
   * @throws InvalidFilterInput
   */
  static async of(inputs: readonly FilterWithInput[], fold: FoldText): Promise<ListFilters> {
    return new ListFilters(await Promise.all(inputs.map((input) => apply(input, fold))));
  }

  /** A short name of the same meaning as `identity`. */
  get digest(): string {
    return (this.hashed ??= hash('sha1', this.identity, 'base64url'));
  }

  get isEmpty(): boolean {
    return this.applied.length === 0;
  }

  /**
   * The same filters, with the samples for a faster condition.
   * @param sampleOf a sample of the values of an SQL expression.
   */
  withSamples(sampleOf: (expression: string) => readonly string[]): ListFilters {
    const sampled = this.applied.map((applied) => {
      const { filter, comparands } = applied;
      const expression = filter.type.sampledExpression?.(filter.column);
      // With a single comparand there is nothing to choose between.
      if (expression === undefined || comparands.length < 2) return applied;
      return { ...applied, sample: sampleOf(expression) };
    });
    return sampled.some(({ sample }) => sample) ? new ListFilters(sampled) : this;
  }

  /** SQL condition of the rows that match all filters. */
  condition(parameter: AddParameter): string {
    const conditions = this.applied.map(({ filter: { type, column }, comparands, sample }) =>
      type.condition(column, comparands, parameter, sample),
    );
    return conditions.map((condition) => `(${condition})`).join(' AND ');
  }

  /** The query parameters that mean the same; a filter that nothing matches has an empty value. */
  get parameters(): [name: string, values: readonly string[]][] {
    return this.applied.map(({ filter, values }) => [filter.name, values.length === 0 ? [''] : values]);
  }
}

async function apply({ filter, input }: FilterWithInput, fold: FoldText): Promise<AppliedFilter> {
  const { type } = filter;
  const values = sortedSet([input].flat().flatMap((value) => type.normalize(value) ?? []));
  if (type.comparands === undefined) return { filter, values, comparands: values };
  try {
    const comparands = await Promise.all(values.map((value) => type.comparands!(value, fold)));
    return { filter, values, comparands: sortedSet(comparands.flat()) };
  } catch (error) {
    if (error instanceof InvalidFilterValue) throw new InvalidFilterInput(filter, error.message);
    throw error;
  }
}

function sortedSet(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}

/** What is wrong with the input for a filter; undefined where it is valid. */
export function filterProblem({ name, type, repeated }: Filter, input: unknown): string | undefined {
  const values: readonly unknown[] = Array.isArray(input) ? input : [input];
  if (Array.isArray(input) && !repeated) return `${name} may appear once`;
  if (values.length > MAX_VALUES) return `${name} may appear at most ${MAX_VALUES} times`;
  try {
    for (const value of values) {
      if (typeof value !== 'string') return `${name} must be text`;
      type.normalize(value);
    }
  } catch (error) {
    if (error instanceof InvalidFilterValue) return `${name} ${error.message}`;
    throw error;
  }
  return undefined;
}
