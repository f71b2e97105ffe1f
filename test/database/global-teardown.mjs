export default async function tearDown() {
  const { stopTestServer } = await import('./test-server.ts');
  const { removeProgram } = await import('../support/compile-program.mjs');
  await stopTestServer();
  await removeProgram();
}
