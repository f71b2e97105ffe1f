import { previewSource } from '../importing/feeds/source-preview.js';
import { locationText, MAX_WARNING_LENGTH, printable } from '../importing/report.js';
import { printMessage, printResult } from './output.js';
import { programSource, type SourceFlags } from './program-source.js';

/** Reads files as an import would, without a database, and prints the programs that result. */
export async function checkPrograms(files: string[], flags: SourceFlags & { json?: boolean }): Promise<void> {
  const warnings: string[] = [];
  const warn = (message: string) => warnings.push(printable(message, MAX_WARNING_LENGTH));
  const preview = await previewSource(programSource(files, flags, warn));
  warnings.push(...preview.warnings);
  if (!flags.json) [...warnings, ...preview.rejections].forEach(printMessage);
  printResult(
    flags.json,
    { ...preview, warnings },
    [
      ...preview.programs.map(
        ({ program, ...location }) => `${locationText(location)} ${JSON.stringify(program, null, 2)}`,
      ),
      `${preview.read} rows read, ${preview.rejected} rejected`,
    ].join('\n'),
  );
}
