export default async function tearDown() {
  const { stopTestServer } = await import('./test-server.ts');
  await stopTestServer();
}
