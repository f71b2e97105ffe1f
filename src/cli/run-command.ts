import { Command, CommanderError } from 'commander';
import { WrongUsage } from '../importing/import-errors.js';
import { MAX_MESSAGE_LENGTH, printable } from '../importing/report.js';
import { addFeedsCommand } from './feeds.command.js';
import { addGrantsCommand } from './grants.command.js';
import { addImportCommand } from './import.command.js';
import { addKeysCommand } from './keys.command.js';
import { addMigrateCommand } from './migrate.command.js';
import { printMessage } from './output.js';
import { addStatusCommand } from './status.command.js';

/**
 * Runs `directory` with its arguments.
 * @returns the exit code: 0 done, 1 failed and nothing changed, 2 wrong usage.
 */
export async function runCommand(args: string[]): Promise<number> {
  const program = new Command('directory').description(
    'Imports networks and programs, manages API keys, and shows the state of the directory.',
  );
  addMigrateCommand(program);
  addImportCommand(program);
  addFeedsCommand(program);
  addKeysCommand(program);
  addGrantsCommand(program);
  addStatusCommand(program);
  everyCommand(program).forEach((command) => command.exitOverride());
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Requested help is no error; other problems have been printed by commander.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    printMessage(printable(withHint((error as Error).message), MAX_MESSAGE_LENGTH));
    return error instanceof WrongUsage ? 2 : 1;
  }
}

/** A role that lacks a privilege meets it in any statement. */
function withHint(message: string): string {
  return /^permission denied for (table|sequence|database)/.test(message)
    ? `${message}: the owner of the tables must run the SQL that \`directory grants ROLE --for operate\` prints`
    : message;
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}
