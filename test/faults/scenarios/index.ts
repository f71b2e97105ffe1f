import { type Scenario } from '../scenario.js';
import { databaseFrozen, databaseKilled } from './database-gone.js';
import { listeningCut } from './listening-cut.js';
import { redisFrozen, redisKilled, redisShared } from './redis-gone.js';
import { primaryKilled, replicaBehind, replicaKilled } from './replica-troubled.js';
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
];
