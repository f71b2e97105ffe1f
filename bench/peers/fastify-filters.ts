export interface Filters {
  search?: string;
  country?: string[];
}

/** SQL conditions on programs that the indexes of the product's filters serve. `values` gets their parameters. */
export function conditionsOf({ search, country }: Filters, values: unknown[]): string[] {
  const words = search?.trim().split(/\s+/) ?? [];
  const conditions = words.map((word) => {
    const pattern = `%${word.replace(/[%_\\]/g, '\\$&')}%`;
    return `(search_text(name, primary_url) COLLATE "C") ILIKE $${values.push(pattern)}`;
  });
  if (country)
    conditions.push(`coalesce(nullif(countries, '{}'), '{--}') && $${values.push(country)}::text[]`);
  return conditions;
}
