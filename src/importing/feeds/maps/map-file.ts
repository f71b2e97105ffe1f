import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { WrongUsage } from '../../import-errors.js';
import { PROGRAM_FIELDS } from '../feed-definition.js';

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const paths = z.union([z.string(), z.array(z.string()).min(1)]);

/** A column, path or template, or an object that adds a table of values and a default. */
const field = z.union([
  paths,
  z.strictObject({
    from: paths.optional(),
    values: z.record(z.string(), scalar).optional(),
    default: z.union([scalar, z.array(z.string())]).optional(),
  }),
]);

const fields = z.strictObject({
  ...(Object.fromEntries(PROGRAM_FIELDS.map((name) => [name, field.optional()])) as Record<
    (typeof PROGRAM_FIELDS)[number],
    z.ZodOptional<typeof field>
  >),
  networkProgramId: field,
  name: field,
  primaryUrl: field,
});

const mapFile = z.strictObject({
  format: z.enum(['csv', 'pipe', 'json', 'ndjson', 'xml']),
  /** Path of the records in JSON or XML. */
  records: z
    .string()
    .refine(
      (path) => !/\*./.test(path) && !/[^.]\*$/.test(path),
      'may have * only as its last name, such as shops.*',
    )
    .optional(),
  /** Path of the declared number of records in JSON or XML. */
  total: z.string().optional(),
  dropWww: z.boolean().optional(),
  fields,
});

export type MapFile = z.infer<typeof mapFile>;
export type MappedField = z.infer<typeof field>;

/**
 * Reads and validates a map.
 * @throws WrongUsage that names every problem of the map
 */
export function readMapFile(path: string): MapFile {
  const { data, error } = mapFile.safeParse(readJson(path));
  if (error) {
    const problems = error.issues.map((issue) => `${issue.path.join('.') || 'map'}: ${issue.message}`);
    throw new WrongUsage(`${path} is not a valid map: ${problems.join('; ')}`);
  }
  if (data.format === 'xml' && data.records === undefined) {
    throw new WrongUsage(
      `${path} is not a valid map: records: XML needs the path of the records, with the root's name`,
    );
  }
  return data;
}

function readJson(path: string): unknown {
  try {
    // Editors on Windows write a byte order mark, which JSON does not allow.
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\ufeff/, '')) as unknown;
  } catch (error) {
    throw new WrongUsage(`${path} cannot be read as a map: ${(error as Error).message}`);
  }
}
