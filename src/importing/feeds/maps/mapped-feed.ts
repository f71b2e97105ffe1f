import { type FeedDefinition, type FieldMap, type Listing } from '../feed-definition.js';
import { placeholders } from '../fields/record-path.js';
import { type MapFile, type MappedField, readMapFile } from './map-file.js';

/**
 * The feed that the operator's map describes.
 * @throws WrongUsage for a map with mistakes
 */
export function mappedFeed(path: string): FeedDefinition {
  const map = readMapFile(path);
  const { networkProgramId, name, primaryUrl, ...others } = map.fields;
  const fields: FeedDefinition['fields'] = {
    networkProgramId: fieldMap(networkProgramId),
    name: fieldMap(name),
    primaryUrl: fieldMap(primaryUrl),
  };
  for (const [field, mapped] of Object.entries(others) as [keyof typeof others, MappedField | undefined][]) {
    if (mapped !== undefined) fields[field] = fieldMap(mapped);
  }
  return {
    name: path,
    expects: `What ${path} describes.`,
    programs: listing(map, Object.values(fields)),
    keepWww: !map.dropWww,
    fields,
    examples: [],
  };
}

function fieldMap(mapped: MappedField): FieldMap {
  if (typeof mapped === 'string' || Array.isArray(mapped)) return { from: [mapped].flat() };
  const { from, values, default: otherwise } = mapped;
  return {
    ...(from !== undefined && { from: [from].flat() }),
    ...(values && { values }),
    ...(otherwise !== undefined && { default: otherwise }),
  };
}

function listing({ format, records, total }: MapFile, fields: readonly FieldMap[]): Listing {
  const totals = total === undefined ? {} : { total: [total] };
  switch (format) {
    case 'csv':
    case 'pipe':
      return { table: fields.flatMap(neededColumns), ...(format === 'pipe' && { delimiter: '|' }) };
    case 'ndjson':
      return { ndjson: true };
    case 'json':
      return { json: [records ?? ''], ...totals };
    case 'xml':
      return { xml: [records ?? ''], ...totals };
  }
}

/** The columns without which the field cannot be filled. */
function neededColumns({ from = [], default: otherwise }: FieldMap): string[] {
  const [only, ...alternatives] = from;
  if (only === undefined || alternatives.length > 0 || otherwise !== undefined) return [];
  const paths = placeholders(only);
  return paths.length > 0 ? paths : [only];
}
