/** Asks the server in this container `live` or `ready`, and ends with 0 when it is. */
const [state = 'ready'] = process.argv.slice(2);
const { PORT, HOST } = process.env;

/** Where the server listens; on all interfaces, also on this one. */
function address() {
  if (!HOST || HOST === '0.0.0.0' || HOST === '::') return '127.0.0.1';
  return HOST.includes(':') ? `[${HOST}]` : HOST;
}

try {
  const { ok } = await fetch(`http://${address()}:${PORT || 3000}/health/${state}`);
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
