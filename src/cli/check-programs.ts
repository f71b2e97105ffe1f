import { checkSource } from '../importing/feeds/check-source.js';
import { MAX_WARNING_LENGTH, placeText, printable } from '../importing/report.js';
import { print, say } from './output.js';
import { programSource, type SourceFlags } from './program-source.js';

/** Reads files as an import would, without a database, and shows what comes of them. */
export async function checkPrograms(files: string[], flags: SourceFlags & { json?: boolean }): Promise<void> {
  const warnings: string[] = [];
  const warn = (message: string) => warnings.push(printable(message, MAX_WARNING_LENGTH));
  const check = await checkSource(programSource(files, flags, warn));
  warnings.push(...check.warnings);
  if (!flags.json) [...warnings, ...check.rejections].forEach(say);
  print(
    flags.json,
    { ...check, warnings },
    [
      ...check.programs.map(
        ({ program, ...place }) => `${placeText(place)} ${JSON.stringify(program, null, 2)}`,
      ),
      `${check.read} rows read, ${check.rejected} rejected`,
    ].join('\n'),
  );
}
