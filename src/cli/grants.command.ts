import { type Command, Option } from 'commander';
import { grantStatements, type Purpose, purposes } from '../database/grants.js';
import { withUnmigratedDatabase } from './command-database.js';
import { jsonOption, printResult } from './output.js';

/** `grants`. */
export function addGrantsCommand(program: Command): void {
  program
    .command('grants')
    .description('print the SQL that gives a role what it needs; the owner of the tables runs it')
    .argument('<role>', 'a role that exists')
    .addOption(
      new Option('--for <purpose>', 'serve runs a server with MIGRATE=off, operate runs the other commands')
        .choices(purposes)
        .makeOptionMandatory(),
    )
    .addOption(jsonOption())
    .action((role: string, { for: purpose, json }: { for: Purpose; json?: boolean }) =>
      withUnmigratedDatabase(async ({ dataSource }) => {
        const statements = await grantStatements(dataSource, role, purpose);
        printResult(json, { statements }, statements.join('\n'));
      }),
    );
}
