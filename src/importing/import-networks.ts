import { networkFields } from './normalizing/network-fields.js';
import { type ImportOptions, type ImportSummary } from './import-options.js';
import { type ImportRun, runImport } from './import-run.js';
import { guardIds } from './merge/ids.js';
import { importTimestamp } from './merge/import-timestamp.js';
import { acquireLock } from './merge/locks.js';
import { NetworkMerge } from './merge/merge-networks.js';
import { rejectNetworkRows, reportProblems } from './merge/rejected-rows.js';
import { stageRecords } from './merge/stage-records.js';
import { guardRejected, rejectedThreshold } from './merge/thresholds.js';

/**
 * Creates and updates networks, all or nothing; those that the file does not name are left alone.
 * Throws `ImportFailed` when nothing was changed, `WrongUsage` for options that no file could meet.
 */
export async function importNetworks(options: ImportOptions): Promise<ImportSummary> {
  const rejectedAllowed = rejectedThreshold(options.maxRejected);

  async function work(run: ImportRun): Promise<void> {
    const { client, counts } = run;
    run.enterPhase('waiting');
    await acquireLock(run, 0, 'networks');
    const definition = { fields: networkFields, furtherColumns: ['stored_id integer'] };
    const staged = await stageRecords(run, options.source, definition);

    run.enterPhase('comparing');
    await rejectNetworkRows(run, staged);
    await reportProblems(run);
    guardRejected(counts, rejectedAllowed);
    const merge = new NetworkMerge(client);
    const comparison = await merge.compare();
    const { accepted, created, createdWithoutId, changed } = comparison;
    await guardIds(client, 'networks', createdWithoutId);
    Object.assign(counts, { created, updated: changed, unchanged: accepted - created - changed });

    if (options.dryRun) return;
    run.enterPhase('writing');
    await merge.write(await importTimestamp(client), comparison);
  }

  return runImport(options, { subject: 'networks', network: null, file: options.file, mode: null }, work);
}
