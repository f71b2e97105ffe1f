import { programAddress, programFields, programKey } from './normalizing/program-fields.js';
import { validLine } from './normalizing/text.js';
import { ImportFailed } from './import-errors.js';
import { type ImportSummary, type ProgramImportOptions } from './import-options.js';
import { type ImportRun, runImport } from './import-run.js';
import { guardIds } from './merge/ids.js';
import { importTimestamp } from './merge/import-timestamp.js';
import { lockNetwork, lockNetworkRow } from './merge/locks.js';
import { ProgramMerge } from './merge/merge-programs.js';
import { rejectProgramRows, reportProblems } from './merge/rejected-rows.js';
import { stageRecords } from './merge/stage-records.js';
import { closedThreshold, guardClosed, guardRejected, rejectedThreshold } from './merge/thresholds.js';
import { vacuumAfter } from './merge/vacuum.js';

/**
 * Creates, updates and, in a full feed, closes the programs of one network, all or nothing.
 * Throws `ImportFailed` when nothing was changed, `WrongUsage` for options that no feed could meet.
 */
export async function importPrograms(options: ProgramImportOptions): Promise<ImportSummary> {
  const { source, mode, dryRun } = options;
  const network = validLine(options.network);
  const allowed = {
    rejected: rejectedThreshold(options.maxRejected),
    closed: closedThreshold(options.maxClosed),
  };

  async function work(run: ImportRun): Promise<void> {
    const { client, counts } = run;
    run.enterPhase('waiting');
    const networkId = await lockNetwork(run, network);
    const definition = { fields: programFields, key: programKey, address: programAddress };
    const staged = await stageRecords(run, source, definition);

    run.enterPhase('comparing');
    await lockNetworkRow(client, networkId);
    await rejectProgramRows(run, networkId, staged);
    await reportProblems(run);
    guardRejected(counts, allowed.rejected);
    const incomplete = source.incomplete?.();
    if (incomplete !== undefined && mode === 'full') {
      run.report.warn(`No program is closed, since the feed is not complete: ${incomplete}`);
    }
    const merge = await ProgramMerge.create(client, networkId, staged);
    const comparison = await merge.compare(mode === 'full' && incomplete === undefined);
    const { accepted, created, createdWithoutId, changed, reopened, closed, activeBefore } = comparison;
    if (mode === 'full' && accepted === 0)
      throw new ImportFailed('The feed has no row that could be accepted');
    guardClosed(closed, activeBefore, allowed.closed);
    await guardIds(client, 'programs', createdWithoutId);
    Object.assign(counts, { created, updated: changed - reopened, reopened, closed });
    counts.unchanged = accepted - created - changed;

    if (dryRun) return;
    run.enterPhase('writing');
    await merge.write(await importTimestamp(client), comparison);
  }

  const start = { subject: 'programs', network, file: options.file, mode } as const;
  const summary = await runImport(options, start, work);
  if (!dryRun) await vacuumAfter(summary, options);
  return summary;
}
