import { type Scenario } from '../scenario.js';
import { databaseFrozen, databaseKilled } from './database-gone.js';
import { startBeforeDatabase } from './start-before-database.js';

export const scenarios: Scenario[] = [startBeforeDatabase, databaseKilled, databaseFrozen];
