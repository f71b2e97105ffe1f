import NodeEnvironment from 'jest-environment-node';

// Without waiting until V8 has freed a gigabyte: Jest kills a worker that takes half a second to end, and warns of it. A
// worker in which something is still open gets here too late, as before.
process.once('beforeExit', () => process.exit());

export default NodeEnvironment;
