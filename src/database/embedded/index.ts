export { openEmbeddedDatabase, type EmbeddedDatabase } from './embedded-database.js';
