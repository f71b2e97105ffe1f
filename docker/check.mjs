/**
 * Checks the image without a Docker engine: performs the Dockerfile's steps by hand, each stage in an empty folder
 * that stands for its root, then runs the server and the health check that the image would run.
 */
import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openEmbeddedDatabase } from '../dist/database/embedded/index.js';

const CHECKOUT = fileURLToPath(new URL('..', import.meta.url));
const PORT = '39451';
const PATIENCE_MS = 30_000;

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'directory-image-'));
try {
  const image = await build(await instructionsOf('docker/Dockerfile'), await contextOf('.dockerignore'));
  await serveFrom(image);
  console.log('The image can be built, serves, and is healthy.');
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** The instructions in their order, as `[name, rest of the line]`. */
async function instructionsOf(file) {
  const lines = (await readFile(join(CHECKOUT, file), 'utf8')).replaceAll('\\\n', ' ').split('\n');
  return lines.filter((line) => /^[A-Z]/.test(line)).map((line) => /^([A-Z]+) (.*)$/.exec(line).slice(1));
}

/** What the engine would be sent: everything is left out but what the file names with a `!`. */
async function contextOf(file) {
  const [everything, ...kept] = (await readFile(join(CHECKOUT, file), 'utf8')).trim().split('\n');
  if (everything !== '*' || kept.some((line) => !line.startsWith('!')))
    throw new Error(`${file} is not *, !…`);
  const context = join(folder, 'context');
  for (const name of kept.map((line) => line.slice(1)))
    await cp(join(CHECKOUT, name), join(context, name), { recursive: true });
  return context;
}

async function build(instructions, context) {
  const stages = new Map();
  let stage;
  for (const [name, rest] of instructions) {
    console.log(name, rest);
    if (name === 'FROM') {
      stage = { root: join(folder, `stage-${stages.size}`), workdir: '/', environment: {}, commands: {} };
      stages.set(/ AS (\S+)$/.exec(rest)?.[1] ?? '', stage);
      await mkdir(stage.root);
    } else if (name === 'WORKDIR') {
      stage.workdir = rest;
      await mkdir(inside(stage, '.'), { recursive: true });
    } else if (name === 'COPY') {
      const [, from, files] = /^(?:--from=(\S+) )?(.*)$/.exec(rest);
      await copy(from === undefined ? context : stages.get(from).root, files.split(' '), stage);
    } else if (name === 'RUN') {
      await run('sh', ['-c', rest], {
        cwd: inside(stage, '.'),
        env: { ...process.env, ...stage.environment },
      });
    } else if (name === 'ENV') {
      const [variable, value] = rest.split('=');
      stage.environment[variable] = value;
    } else if (name === 'HEALTHCHECK' || name === 'CMD') {
      stage.commands[name] = JSON.parse(/\[.*\]$/.exec(rest)[0]);
    } else if (name !== 'USER' && name !== 'EXPOSE') {
      throw new Error(`${name} is not understood here`);
    }
  }
  return stage;
}

function inside({ root, workdir }, path) {
  return join(root, resolve(workdir, path));
}

async function copy(from, files, stage) {
  const target = files.pop();
  for (const file of files) {
    const source = join(from, file);
    const toFolder = target.endsWith('/') && !(await stat(source)).isDirectory();
    const destination = inside(stage, toFolder ? join(target, basename(file)) : target);
    await cp(source, destination, { recursive: true });
  }
}

/** Runs the image's command beside a database, until its health check is content. */
async function serveFrom({ commands, environment, ...stage }) {
  const database = await openEmbeddedDatabase(join(folder, 'database'), () => undefined);
  const env = {
    PATH: process.env.PATH,
    ...environment,
    PORT,
    TRUST_PROXY: '127.0.0.1',
    DATABASE_URL: database.url,
  };
  const cwd = inside(stage, '.');
  const [command, ...args] = commands.CMD;
  const server = spawn(command, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
  try {
    const [probe, ...probing] = commands.HEALTHCHECK;
    for (const state of [probing.pop(), 'ready']) {
      const isHealthy = () => run(probe, [...probing, state], { cwd, env }).then(Boolean, () => false);
      for (const end = Date.now() + PATIENCE_MS; !(await isHealthy()); await pause(200))
        if (Date.now() > end || server.exitCode !== null) throw new Error(`The server is not ${state}.`);
    }
  } finally {
    server.kill();
    await database.close();
  }
}
