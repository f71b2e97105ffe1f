import { type Command, Option } from 'commander';
import { type ApiKey } from '../api-keys/api-key.entity.js';
import {
  ApiKeysRepository,
  type CreatedKey,
  KeyChangeRejected,
  stateOf,
} from '../api-keys/api-keys.repository.js';
import { type Plan, planNames, plans } from '../config/plans.js';
import { withDatabase } from './command-database.js';
import { CommandFailed } from './command-failed.js';
import { expiry, holder, keyId, period } from './key-arguments.js';
import { formatTable, jsonOption, printMessage, printResult } from './output.js';

interface CreateOptions {
  holder: string;
  plan: Plan;
  expires?: Date;
  json?: boolean;
}

/** `keys create|rotate|list|revoke`. */
export function addKeysCommand(program: Command): void {
  const keys = program.command('keys').description('create, rotate, list and revoke API keys');

  keys
    .command('create')
    .description('create a key, and print it once')
    .requiredOption('--holder <holder>', 'who uses the key', holder)
    .addOption(new Option('--plan <plan>', 'the plan of the holder').choices(planNames).makeOptionMandatory())
    .option('--expires <date>', 'the last day, in UTC, such as 2026-12-31', expiry)
    .addOption(jsonOption())
    .action(({ holder, plan, expires, json }: CreateOptions) =>
      withKeys(async (repository) =>
        printCreated(await repository.create({ holder, plan, expiresAt: expires ?? null }), json),
      ),
    );

  keys
    .command('rotate')
    .description('create a key that replaces another, and print it once')
    .argument('<id>', 'id of the key', keyId)
    .option(
      '--grace <period>',
      'how long the old key stays valid, such as 30s, 15m, 12h or 7d',
      period,
      period('7d'),
    )
    .addOption(jsonOption())
    .action((id: number, { grace, json }: { grace: number; json?: boolean }) =>
      withKeys(async (repository) => printCreated(await repository.rotate(id, grace), json)),
    );

  keys
    .command('list')
    .description('all keys, without the keys themselves')
    .addOption(jsonOption())
    .action(({ json }: { json?: boolean }) =>
      withKeys(async (repository) => {
        const keys = (await repository.list()).map(publicFields);
        printResult(json, { keys }, formatTable(keys));
      }),
    );

  keys
    .command('revoke')
    .description('revoke a key permanently')
    .argument('<id>', 'id of the key', keyId)
    .addOption(jsonOption())
    .action((id: number, { json }: { json?: boolean }) =>
      withKeys(async (repository) => {
        const state = stateOf(await repository.revoke(id));
        printResult(json, { id, state }, `Key ${id} is ${state}.`);
      }),
    );
}

function publicFields(key: ApiKey) {
  const { id, prefix, holder, plan, createdAt, expiresAt, lastUsedAt } = key;
  return { id, prefix, holder, plan, state: stateOf(key), createdAt, expiresAt, lastUsedAt };
}

async function withKeys(work: (repository: ApiKeysRepository) => Promise<void>): Promise<void> {
  try {
    await withDatabase(({ dataSource }) => work(new ApiKeysRepository(dataSource)));
  } catch (error) {
    throw error instanceof KeyChangeRejected ? new CommandFailed(error.message) : error;
  }
}

function printCreated({ id, token, holder, plan, expiresAt }: CreatedKey, json: boolean | undefined): void {
  printMessage(`Key ${id} for ${holder}, plan ${plans[plan].title}. It is shown this once:`);
  printResult(json, { id, key: token, holder, plan, expiresAt }, token);
}
