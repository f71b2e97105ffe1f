import { programFields } from '../normalizing/program-fields.js';
import { type NormalizedValue, validateRecord } from '../normalizing/normalize-row.js';
import { ImportWarnings, MAX_WARNING_LENGTH, printable, rejectionLine } from '../report.js';
import { type RecordLocation, type RecordSource } from '../record-source.js';
import { SharedHosts } from '../shared-hosts.js';
import { PROGRAM_FIELDS } from './feed-definition.js';

/** Programs and rejected rows in a preview. */
const MAX_SHOWN = 10;

export interface SourcePreview {
  read: number;
  rejected: number;
  /** The first ten as they would be stored in an empty directory; a field that the source doesn't fill is null. */
  programs: (RecordLocation & { program: Record<string, unknown> })[];
  /** The first ten rejected rows as `FILE:LINE: field: reason`. */
  rejections: string[];
  warnings: string[];
}

/**
 * Reads all of a source without a database.
 * @throws ImportFailed where an import of it would fail
 */
export async function previewSource(source: RecordSource): Promise<SourcePreview> {
  const preview: SourcePreview = { read: 0, rejected: 0, programs: [], rejections: [], warnings: [] };
  const warnings = new ImportWarnings(new Set(programFields.map(({ name }) => name)));
  const hosts = new SharedHosts(programFields, source.templateHosts);
  for await (const batch of source.batches()) {
    for (const record of batch) {
      preview.read++;
      const values = validateRecord(record, programFields, warnings);
      if (Array.isArray(values)) {
        hosts.add(values);
        if (preview.programs.length < MAX_SHOWN)
          preview.programs.push({ ...placeOf(record), program: stored(values) });
      } else if (preview.rejected++ < MAX_SHOWN) {
        preview.rejections.push(rejectionLine(record, values));
      }
    }
  }
  const warn = (message: string) => preview.warnings.push(printable(message, MAX_WARNING_LENGTH));
  warnings.reportTo(warn);
  hosts.reportTo(warn);
  const incomplete = source.incomplete?.();
  if (incomplete !== undefined)
    preview.warnings.push(`No program would be closed, since the feed is not complete: ${incomplete}`);
  return preview;
}

const placeOf = ({ file, line }: RecordLocation): RecordLocation => ({ file, line });

function stored(values: readonly NormalizedValue[]): Record<string, unknown> {
  const clean = new Map(programFields.map(({ name }, index) => [name, values[index]]));
  return Object.fromEntries(
    PROGRAM_FIELDS.filter((name) => clean.get(name) !== undefined || !OPTIONAL_FIELDS.has(name)).map(
      (name) => [name, asJson(name, clean.get(name))],
    ),
  );
}

/** Omitted where the record lacks them: what the import itself sets, and further domains. */
const OPTIONAL_FIELDS = new Set(['createdAt', 'updatedAt', 'domains']);

function asJson(name: string, value: NormalizedValue): unknown {
  if (name === 'status') return value !== 'false';
  if (name === 'countries' || name === 'domains') return elementsOf(value ?? '{}');
  return value ?? null;
}

/** The elements of a PostgreSQL array, none of which needs quotes. */
const elementsOf = (array: string): string[] => (array === '{}' ? [] : array.slice(1, -1).split(','));
