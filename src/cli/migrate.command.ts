import { type Command } from 'commander';
import { migrate } from '../database/migrate.js';
import { withAnyDatabase } from './command-database.js';
import { jsonOption, print } from './output.js';

/** `migrate`. */
export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('apply pending migrations')
    .addOption(jsonOption())
    .action(({ json }: { json?: boolean }) =>
      withAnyDatabase(async ({ dataSource }) => {
        const applied = await migrate(dataSource);
        print(
          json,
          { applied },
          applied.length === 0 ? 'Nothing to apply.' : `Applied ${applied.join(', ')}.`,
        );
      }),
    );
}
