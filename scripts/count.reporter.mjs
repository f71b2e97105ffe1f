/** Reports to the process that started Jest how many tests passed and failed; a file that could not run counts as failed. */
export default class CountReporter {
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
    process.send?.({ passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites });
  }
}
