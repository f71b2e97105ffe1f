import { Directory1764201600000 } from './1-directory.js';
import { Versions1764201600001 } from './2-versions.js';
import { ActiveProgramCounts1764201600002 } from './3-active-program-counts.js';
import { ApiKeys1764201600003 } from './4-api-keys.js';
import { Imports1764201600004 } from './5-imports.js';
import { Search1764201600005 } from './6-search.js';
import { Changes1764201600006 } from './7-changes.js';
import { Domains1764201600007 } from './8-domains.js';

/** In the order in which they run. */
export const migrations = [
  Directory1764201600000,
  Versions1764201600001,
  ActiveProgramCounts1764201600002,
  ApiKeys1764201600003,
  Imports1764201600004,
  Search1764201600005,
  Changes1764201600006,
  Domains1764201600007,
];
