import { type Scenario } from '../scenario.js';
import { backupRestored } from './backup-restored.js';
import { clientNeverCloses } from './client-never-closes.js';
import { databaseFrozen, databaseKilled } from './database-gone.js';
import { keysChanged } from './keys-changed.js';
import { listeningCut } from './listening-cut.js';
import { logUnread } from './log-unread.js';
import { overload } from './overload.js';
import { redisFrozen, redisKilled, redisShared } from './redis-gone.js';
import { primaryKilled, replicaBehind, replicaKilled } from './replica-troubled.js';
import { rollingRestart } from './rolling-restart.js';
import { startBeforeDatabase } from './start-before-database.js';

export const scenarios: Scenario[] = [
  startBeforeDatabase,
  databaseKilled,
  databaseFrozen,
  listeningCut,
  replicaKilled,
  replicaBehind,
  primaryKilled,
  redisShared,
  redisKilled,
  redisFrozen,
  keysChanged,
  rollingRestart,
  clientNeverCloses,
  logUnread,
  backupRestored,
  overload,
];
