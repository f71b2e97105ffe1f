import { type Command, Option } from 'commander';
import { closedThreshold, rejectedThreshold } from '../importing/merge/thresholds.js';
import { canonicalNetworks } from '../importing/canonical-source.js';
import { WrongUsage } from '../importing/import-errors.js';
import { importNetworks } from '../importing/import-networks.js';
import { type ImportMode } from '../importing/import-options.js';
import { importPrograms } from '../importing/import-programs.js';
import { FILE_FORMATS, type FileFormat } from '../importing/files/file-format.js';
import { checkPrograms } from './check-programs.js';
import { type ImportFlags, type ImportSession, runImportCommand } from './import-session.js';
import { jsonOption } from './output.js';
import { programSource, type SourceFlags } from './program-source.js';

const FILES = 'CSV, JSON or NDJSON, also with .gz at the end; - is standard input';

interface ProgramImportFlags extends ImportFlags, SourceFlags {
  network?: string;
  mode: ImportMode;
  maxClosed?: string;
  check?: boolean;
}

/** `import networks|programs`. */
export function addImportCommand(program: Command): void {
  const command = program.command('import').description('fill the directory from files');
  const networks = command
    .command('networks')
    .description('create and update networks')
    .argument('<file>', FILES);
  withImportFlags(networks).action((file: string, flags: ImportFlags & { format?: FileFormat }) =>
    runImportCommand(flags, [file], () => {
      const source = canonicalNetworks(file, { format: flags.format });
      return (session) => importNetworks({ ...common(session, [file], flags), source });
    }),
  );

  const programs = command
    .command('programs')
    .description("create, update and, in a full feed, close a network's programs")
    .argument('<file...>', `${FILES}. A feed may have several`)
    .option('--network <name>', 'the network of the programs')
    .option('--feed <name>', 'read the files of a network; `directory feeds` lists the known ones')
    .option('--map <file>', 'read any other feed, described by a map')
    .option(
      '--register-url <template>',
      'make register links, such as https://…/{networkProgramId}; with a feed or map',
    )
    .option('--keep-www', 'store hosts with their www.; with a feed or map')
    .option('--check', 'read the files, and show the first ten programs as they would be stored')
    .addOption(
      new Option('--mode <mode>', 'full closes the programs that the feed no longer has')
        .choices(['full', 'partial'])
        .default('full'),
    )
    .option(
      '--max-closed <n>',
      'programs that may be closed, N or N% (default: 20%, and always 10)',
      checked(closedThreshold),
    );
  withImportFlags(programs).action((files: string[], flags: ProgramImportFlags) => {
    if (flags.check) return checkPrograms(files, flags);
    const { network, mode, maxClosed } = flags;
    if (network === undefined) throw new WrongUsage('--network NAME is required');
    const inputs = flags.map === undefined ? files : [...files, flags.map];
    return runImportCommand(flags, inputs, (warn) => {
      const source = programSource(files, flags, warn);
      return (session) =>
        importPrograms({ ...common(session, files, flags), source, network, mode, maxClosed });
    });
  });
}

function withImportFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', 'format of the file, where its ending does not show it').choices(
        FILE_FORMATS,
      ),
    )
    .option(
      '--max-rejected <n>',
      'rows that may be rejected, N or N% (default: 1%, and always 10)',
      checked(rejectedThreshold),
    )
    .option('--dry-run', 'report what a real run would do, and change nothing')
    .option('--rejects <file>', 'write every rejected row there')
    .addOption(jsonOption());
}

/** Rejects an invalid value before the command begins. */
function checked(check: (value: string) => unknown) {
  return (value: string): string => {
    check(value);
    return value;
  };
}

function common(
  { url, report, signal }: ImportSession,
  files: string[],
  { maxRejected, dryRun }: ImportFlags,
) {
  return { database: url, file: files.join(' '), maxRejected, dryRun, report, signal };
}
