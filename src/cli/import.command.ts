import { type Command, Option } from 'commander';
import { canonicalNetworks, canonicalPrograms } from '../importing/canonical-source.js';
import { importNetworks } from '../importing/import-networks.js';
import { type ImportMode } from '../importing/import-options.js';
import { importPrograms } from '../importing/import-programs.js';
import { type FileFormat } from '../importing/reading/file-format.js';
import { type ImportFlags, type ImportSession, runImportCommand } from './import-session.js';
import { jsonOption } from './output.js';

interface NetworkImportFlags extends ImportFlags {
  format?: FileFormat;
}

interface ProgramImportFlags extends NetworkImportFlags {
  network: string;
  mode: ImportMode;
  maxClosed?: string;
}

/** `import networks|programs`. */
export function addImportCommand(program: Command): void {
  const command = program.command('import').description('fill the directory from files');

  withImportFlags(
    command
      .command('networks')
      .description('create and update networks')
      .argument('<file>', 'CSV, JSON or NDJSON, .gz behind it is fine; - is standard input'),
  ).action((file: string, flags: NetworkImportFlags) =>
    runImportCommand(flags, (session) =>
      importNetworks({
        ...common(session, file, flags),
        source: canonicalNetworks(file, { format: flags.format }),
      }),
    ),
  );

  withImportFlags(
    command
      .command('programs')
      .description("create, update and, in a full feed, close a network's programs")
      .argument('<file>', 'CSV, JSON or NDJSON, .gz behind it is fine; - is standard input')
      .requiredOption('--network <name>', 'whose programs they are')
      .addOption(
        new Option('--mode <mode>', 'full closes what the feed no longer has')
          .choices(['full', 'partial'])
          .default('full'),
      )
      .option('--max-closed <n>', 'programs that may be closed, N or N% (default: 20%, and always 10)'),
  ).action((file: string, flags: ProgramImportFlags) =>
    runImportCommand(flags, (session) =>
      importPrograms({
        ...common(session, file, flags),
        source: canonicalPrograms(file, { format: flags.format }),
        network: flags.network,
        mode: flags.mode,
        maxClosed: flags.maxClosed,
      }),
    ),
  );
}

function withImportFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', 'where the ending does not tell').choices(['csv', 'json', 'ndjson']),
    )
    .option('--max-rejected <n>', 'rows that may be rejected, N or N% (default: 1%, and always 10)')
    .option('--dry-run', 'report what a real run would do, and change nothing')
    .option('--rejects <file>', 'write every rejected row there')
    .addOption(jsonOption());
}

function common({ url, report, signal }: ImportSession, file: string, flags: ImportFlags) {
  return {
    database: url,
    file,
    maxRejected: flags.maxRejected,
    dryRun: flags.dryRun,
    report,
    signal,
  };
}
