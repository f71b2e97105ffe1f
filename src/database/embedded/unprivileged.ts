import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** `initdb` wants its user to have a name, as this one has everywhere. */
const NOBODY = 'nobody';
const NAMESPACE = ['unshare', '--user', `--map-user=${NOBODY}`, '--map-group=65534'];

/**
 * How to run PostgreSQL, which refuses to be root, on the files in `folder`.
 *
 * Root's own files are used inside a user namespace, where root has another number. Where namespaces are off, as in
 * most containers, the folder is given to `nobody`, who keeps the right to pass through folders that only root may
 * enter.
 * @returns the command to put before PostgreSQL's own; nothing for an ordinary user.
 */
export async function unprivileged(folder: string): Promise<string[]> {
  if (process.getuid?.() !== 0) return hasName() || !(await works(NAMESPACE)) ? [] : NAMESPACE;
  const { uid } = await stat(folder);
  if (uid === 0 && (await works(NAMESPACE))) return NAMESPACE;
  const prefix = asUser(uid === 0 ? NOBODY : String(uid));
  if (!(await works(prefix))) {
    throw new Error(
      'PostgreSQL refuses to run as root, and neither unshare nor setpriv can help here. Be another user, or set DATABASE_URL.',
    );
  }
  if (uid === 0) await run('chown', ['-R', NOBODY, folder]);
  return prefix;
}

function asUser(user: string): string[] {
  const identity = [`--reuid=${user}`, '--regid=65534', '--clear-groups'];
  // Without the last, access(2) knows nothing of the right, and PostgreSQL asks it about its own programs.
  const right = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup'];
  return ['setpriv', ...identity, ...right];
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

async function works([command, ...args]: string[]): Promise<boolean> {
  return run(command as string, [...args, 'true']).then(
    () => true,
    () => false,
  );
}
