import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** `initdb` requires a user with a name; this one exists everywhere. */
const NOBODY = 'nobody';
const NAMESPACE = ['unshare', '--user', `--map-user=${NOBODY}`, '--map-group=65534'];

/**
 * Returns how to run PostgreSQL, which refuses to run as root, on the files in `folder`.
 *
 * Root's files are used inside a user namespace, where root has another user id. Where namespaces are disabled, as in
 * most containers, `nobody` becomes the owner of the folder, and keeps the capability to traverse folders that only
 * root may enter.
 * @returns the command to put before PostgreSQL's own; empty for an ordinary user.
 */
export async function unprivileged(folder: string): Promise<string[]> {
  if (process.getuid?.() !== 0) return hasName() || !(await works(NAMESPACE)) ? [] : NAMESPACE;
  const { uid } = await stat(folder);
  if (uid === 0 && (await works(NAMESPACE))) return NAMESPACE;
  const prefix = asUser(uid === 0 ? NOBODY : String(uid));
  if (!(await works(prefix))) {
    throw new Error(
      'PostgreSQL refuses to run as root, and neither unshare nor setpriv works here. Run it as another user, or set DATABASE_URL.',
    );
  }
  if (uid === 0) await run('chown', ['-R', NOBODY, folder]);
  return prefix;
}

function asUser(user: string): string[] {
  const identity = [`--reuid=${user}`, '--regid=65534', '--clear-groups'];
  // Without the securebits, access(2) ignores the capability, and PostgreSQL checks its executables with it.
  const capability = [
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup',
  ];
  return ['setpriv', ...identity, ...capability];
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
