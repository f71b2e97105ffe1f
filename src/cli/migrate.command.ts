import { type Command } from 'commander';
import { migrateOrWait, withUnmigratedDatabase } from './command-database.js';
import { jsonOption, printResult } from './output.js';

/** `migrate`. */
export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('apply pending migrations')
    .addOption(jsonOption())
    .action(({ json }: { json?: boolean }) =>
      withUnmigratedDatabase(async ({ dataSource }) => {
        const applied = await migrateOrWait(dataSource);
        printResult(
          json,
          { applied },
          applied.length === 0 ? 'Nothing to apply.' : `Applied ${applied.join(', ')}.`,
        );
      }),
    );
}
