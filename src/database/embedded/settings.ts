/** PostgreSQL's own settings, by their names. */
export type Settings = Record<string, string | number>;

/** For a small machine that does other work too; reached over loopback only, since a socket's path may be too long. */
export const DEFAULTS: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 100,
  shared_buffers: '128MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};
