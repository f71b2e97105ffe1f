import { type Scenario } from '../scenario.js';
import { backupRestored } from './backup-restored.js';
import {
  importKilledWhileFollowed,
  replicaBehindWhileFollowed,
  serverKilledWhileFollowed,
} from './changes-followed.js';
import { clientNeverCloses } from './client-never-closes.js';
import { databaseFrozen, databaseKilled, failoverFromFrozen, failoverFromKilled } from './database-gone.js';
import { keysChanged } from './keys-changed.js';
import { listeningCut } from './listening-cut.js';
import { logUnread } from './log-unread.js';
import { overload } from './overload.js';
import { redisFrozen, redisKilled, redisShared } from './redis-gone.js';
import { pgBouncerSession, pgBouncerTransaction } from './behind-pgbouncer.js';
import { passwordMissingOnPrimary, passwordMissingOnReplica } from './password-missing.js';
import { connectionLimit, hostileRole } from './role-settings.js';
import { pathPrefix } from './path-prefix.js';
import { primaryKilled, replicaBehind, replicaKilled } from './replica-troubled.js';
import { rollingRestart, rollingRestartBehindHaProxy } from './rolling-restart.js';
import { startBeforeDatabase } from './start-before-database.js';

export const scenarios: Scenario[] = [
  startBeforeDatabase,
  databaseKilled,
  databaseFrozen,
  failoverFromKilled,
  failoverFromFrozen,
  listeningCut,
  replicaKilled,
  replicaBehind,
  primaryKilled,
  redisShared,
  redisKilled,
  redisFrozen,
  serverKilledWhileFollowed,
  importKilledWhileFollowed,
  replicaBehindWhileFollowed,
  keysChanged,
  rollingRestart,
  rollingRestartBehindHaProxy,
  pathPrefix,
  clientNeverCloses,
  logUnread,
  passwordMissingOnPrimary,
  passwordMissingOnReplica,
  connectionLimit,
  hostileRole,
  pgBouncerSession,
  pgBouncerTransaction,
  backupRestored,
  overload,
];
