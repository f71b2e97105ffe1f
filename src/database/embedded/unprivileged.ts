import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const NOBODY = 65_534;
const NAMESPACE = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];

/**
 * How to run PostgreSQL, which refuses to be root, on the files in `folder`.
 *
 * Root's own files are used inside a user namespace, where root has another number. Where namespaces are off, as in
 * most containers, the folder is given to `nobody`, who keeps the right to pass through folders that only root may
 * enter.
 * @returns the command to put before PostgreSQL's own; nothing for an ordinary user.
 */
export async function unprivileged(folder: string): Promise<string[]> {
  if (process.getuid?.() !== 0) return [];
  const owner = await stat(folder);
  if (owner.uid === 0 && (await works(NAMESPACE))) return NAMESPACE;
  const prefix = owner.uid === 0 ? asUser(NOBODY, NOBODY) : asUser(owner.uid, owner.gid);
  if (!(await works(prefix))) {
    throw new Error(
      'PostgreSQL refuses to run as root, and neither unshare nor setpriv can help here. Be another user, or set DATABASE_URL.',
    );
  }
  if (owner.uid === 0) await run('chown', ['-R', `${NOBODY}:${NOBODY}`, folder]);
  return prefix;
}

function asUser(uid: number, gid: number): string[] {
  const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  // Without the last, access(2) knows nothing of the right, and PostgreSQL asks it about its own programs.
  const right = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup'];
  return ['setpriv', ...user, ...right];
}

async function works([command, ...args]: string[]): Promise<boolean> {
  return run(command as string, [...args, 'true']).then(
    () => true,
    () => false,
  );
}
