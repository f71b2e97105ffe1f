import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const NOBODY = 65_534;
const NAMESPACE = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];

/** What to put before a command, and as whom to start it. */
export interface Unprivileged {
  prefix: string[];
  user?: { uid: number; gid: number };
}

/**
 * How to run PostgreSQL, which refuses to be root, on the files in `folder`.
 *
 * Root's own files are used inside a user namespace, where root has another number. Where namespaces are off, as in
 * most containers, the folder is given to `nobody`, who keeps the right to pass through folders that only root may
 * enter.
 */
export async function unprivileged(folder: string): Promise<Unprivileged> {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const { uid, gid } = await stat(folder);
  if (uid !== 0) return asUser(uid, gid);
  if (await works(NAMESPACE)) return { prefix: NAMESPACE };
  await run('chown', ['-R', `${NOBODY}:${NOBODY}`, folder]);
  return asUser(NOBODY, NOBODY);
}

async function asUser(uid: number, gid: number): Promise<Unprivileged> {
  const caps = '+dac_override';
  const prefix = [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    `--inh-caps=${caps}`,
    `--ambient-caps=${caps}`,
  ];
  return (await works(prefix)) ? { prefix } : { prefix: [], user: { uid, gid } };
}

async function works([command, ...args]: string[]): Promise<boolean> {
  return run(command as string, [...args, 'true']).then(
    () => true,
    () => false,
  );
}
