import { register } from 'node:module';

// Jest compiles tests, not what runs before them.
register('@swc-node/register/esm', import.meta.url);

export default async function setUp() {
  const { startTestServer } = await import('./test-server.ts');
  const { compileProgram } = await import('../program/compile-program.mjs');
  await startTestServer();
  await compileProgram();
}
