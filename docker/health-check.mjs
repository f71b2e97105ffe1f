/** Asks the server in this container `live` or `ready`, and ends with 0 when it is. */
const [state = 'ready'] = process.argv.slice(2);
const { PORT } = process.env;

try {
  const { ok } = await fetch(`http://127.0.0.1:${PORT || 3000}/health/${state}`);
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
