import { rejectedAllowance } from './allowance.js';
import { networkFields } from './cleaning/network-fields.js';
import { type ImportOptions } from './import-options.js';
import { type ImportRun, runImport } from './import-run.js';
import { type ImportSummary } from './import-summary.js';
import { guardIds, guardRejected } from './merging/guards.js';
import { reportProblems } from './merging/report-problems.js';
import { takeStamp } from './merging/stamp.js';
import { takeTurn } from './merging/take-turn.js';
import { compareNetworks } from './networks/compare.js';
import { refuseNetworkRows } from './networks/refuse-rows.js';
import { writeNetworks } from './networks/write.js';
import { stageRecords } from './staging/stage-records.js';

/**
 * Creates and updates networks, all or nothing; those that the file does not name are left alone.
 * Throws `ImportFailed` when nothing was changed, `WrongUsage` for options that no file could meet.
 */
export async function importNetworks(options: ImportOptions): Promise<ImportSummary> {
  const rejectedAllowed = rejectedAllowance(options.maxRejected);

  async function work(run: ImportRun): Promise<void> {
    const { client, counts } = run;
    run.enter('waiting');
    await takeTurn(run, 0);
    await stageRecords(run, options.source, { fields: networkFields, further: ['stored_id integer'] });

    run.enter('comparing');
    await refuseNetworkRows(run);
    await reportProblems(run);
    guardRejected(counts, rejectedAllowed);
    const found = await compareNetworks(client);
    counts.created = found.created;
    counts.updated = found.updated;
    counts.unchanged = found.accepted - found.created - found.updated;
    await guardIds(client, 'networks', found.createdWithoutId);

    if (options.dryRun) return;
    run.enter('writing');
    await writeNetworks(client, await takeStamp(client), found);
  }

  return runImport(options, { subject: 'networks', network: null, file: options.file, mode: null }, work);
}
