import { type Field } from './normalizing/field.js';
import { networkFields } from './normalizing/network-fields.js';
import { programFields } from './normalizing/program-fields.js';
import { CanonicalFile } from './files/canonical-file.js';
import { fileFormat, type FileFormat } from './files/file-format.js';
import { type RecordSource } from './record-source.js';

export interface CanonicalOptions {
  /** What reports call the file; the path itself unless given. */
  name?: string;
  /** By the file's ending unless given. */
  format?: FileFormat | undefined;
}

/** A file of canonical program rows; `-` is standard input. Throws `WrongUsage` where the format is not known. */
export const canonicalPrograms = (path: string, options?: CanonicalOptions): RecordSource =>
  canonical(path, programFields, options);

/** A file of canonical network rows; `-` is standard input. Throws `WrongUsage` where the format is not known. */
export const canonicalNetworks = (path: string, options?: CanonicalOptions): RecordSource =>
  canonical(path, networkFields, options);

function canonical(path: string, fields: readonly Field[], options: CanonicalOptions = {}): RecordSource {
  const { name = path, format = fileFormat(path) } = options;
  const required = fields.filter((field) => field.required).map((field) => field.name);
  return new CanonicalFile(path, name, format, { required, known: fields.map((field) => field.name) });
}
