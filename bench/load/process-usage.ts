import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, on every machine that Node.js runs on. */
const TICKS_PER_SECOND = 100;

/** Seconds of processor time that a process has used; not known on systems other than Linux. */
export function processorSeconds(pid: number): number {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(afterName[11]) + Number(afterName[12])) / TICKS_PER_SECOND;
  } catch {
    return NaN;
  }
}

/** Megabytes of memory that a process has resident. */
export function residentMegabytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}
