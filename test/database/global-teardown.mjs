export default async function tearDown() {
  const { stopTestServer } = await import('./test-server.ts');
  const { removeProgram } = await import('../program/compile-program.mjs');
  await stopTestServer();
  await removeProgram();
}
