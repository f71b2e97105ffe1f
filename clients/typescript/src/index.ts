export { DirectoryClient } from './directory-client.js';
export { DirectoryError } from './directory-error.js';
export type { ClientOptions } from './client-options.js';
export type { SyncResult } from './sync.js';
export type * from './types.js';
