const { writeSync } = require('node:fs');

/**
 * Ends the output with the line `N passed, N failed`, for machines that read only the last line.
 *
 * Jest calls reporters before the global teardown and before its own warnings about open handles, so a line
 * printed when the run completes is not the last one. It is written when the process exits, and synchronously,
 * because nothing asynchronous runs after that.
 */
class LastLineReporter {
  onRunComplete(_contexts, results) {
    // A file that does not even load has no tests to count, yet it must not read as `0 failed`.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    process.once('exit', () => {
      writeSync(process.stdout.fd, `${results.numPassedTests} passed, ${failed} failed\n`);
    });
  }
}

module.exports = LastLineReporter;
