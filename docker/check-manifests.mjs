/**
 * Validates the Kubernetes example against the schemas of the Kubernetes API: the types of `kubernetes-models` know the
 * names of all fields, and its validators the values.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CHECKOUT = fileURLToPath(new URL('..', import.meta.url));
const FILE = 'docker/kubernetes/directory.yaml';
/** Needed by this check alone, so they are not dependencies of the project. */
const PACKAGES = ['kubernetes-models@5.1.0', 'yaml@2.9.1'];

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'directory-manifests-'));
try {
  await run('npm', ['install', '--no-save', '--prefix', folder, ...PACKAGES], { cwd: folder });
  const manifests = await readManifests();
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'manifests.ts'), manifests.map(validation).join('\n'));
  const tsc = join(CHECKOUT, 'node_modules/typescript/bin/tsc');
  const options = ['--module', 'nodenext', '--target', 'es2023', '--strict', '--skipLibCheck'];
  await run(process.execPath, [tsc, ...options, 'manifests.ts'], { cwd: folder });
  await run(process.execPath, ['manifests.js'], { cwd: folder });
  console.log(`${FILE} is valid: ${manifests.map(({ kind }) => kind).join(', ')}.`);
} catch (error) {
  console.error(`${FILE} is not valid:\n${error.stdout ?? ''}${error.stderr ?? error}`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function readManifests() {
  const { parseAllDocuments } = createRequire(join(folder, 'package.json'))('yaml');
  const documents = parseAllDocuments(await readFile(join(CHECKOUT, FILE), 'utf8'));
  const error = documents.flatMap(({ errors }) => errors)[0];
  if (error) throw error;
  return documents.map((document) => document.toJS());
}

/** Code that does not compile with an unknown field, and throws for an invalid value. */
function validation({ apiVersion, kind, ...data }, index) {
  return `import { ${kind} as Model${index} } from 'kubernetes-models/${apiVersion}';
new Model${index}(${JSON.stringify(data)}).validate();`;
}
