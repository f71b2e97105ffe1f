import { swcOptions } from './test/program/swc-options.mjs';

// Neither UTC nor the zone of the test databases: what relies on one of them shows.
process.env.TZ = 'Pacific/Auckland';

export default {
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': ['@swc/jest', swcOptions],
  },
  globalSetup: '<rootDir>/test/database/global-setup.mjs',
  globalTeardown: '<rootDir>/test/database/global-teardown.mjs',
  reporters: ['default', '<rootDir>/scripts/count.reporter.mjs'],
  testTimeout: 60_000,
  // One more than a small machine has cores, since many tests wait: a run takes 0.7 of the time that two workers take.
  maxWorkers: 3,
  // Freeing the heap of a worker may take seconds. Jest warns of workers that exceed this, which have open handles.
  workerGracefulExitTimeout: 10_000,
};
