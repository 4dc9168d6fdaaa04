// Reads the reports of the test runners: numbers of passed, failed and skipped tests, and the names and reasons of
// failed tests (`failures`), of skipped ones (`notRun`), and of those that passed at a second attempt (`again`).
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../paths.mjs';

export function countVitest(report) {
  // A file that could not be loaded has no failed test.
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  const tests = report.testResults.flatMap((file) =>
    file.assertionResults.map(({ fullName, status, failureMessages }) => ({
      name: `${relative(root, file.name)} › ${fullName}`,
      status,
      why: failureMessages[0] ?? '',
    })),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...tests.filter(({ status }) => status === 'failed'),
      ...broken.map(({ name, message }) => ({ name: relative(root, name), why: message })),
    ],
    // Vitest reports no reasons; a test that needs something prints what is missing.
    notRun: tests.filter(({ status }) => ['pending', 'skipped', 'todo', 'disabled'].includes(status)),
    again: tests.filter(({ status, why }) => status === 'passed' && why !== ''),
  };
}

export function countPlaywright({ stats, suites }) {
  const tests = specsOf(suites).flatMap(({ file, title, tests: runs }) =>
    runs.map(({ status, results, annotations }) => ({
      name: `${file} › ${title}`,
      status,
      why: results[0]?.error?.stack ?? '',
      skipReason: annotations.find(({ type }) => ['skip', 'fixme'].includes(type))?.description ?? '',
    })),
  );
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: tests.filter(({ status }) => status === 'unexpected'),
    notRun: tests
      .filter(({ status }) => status === 'skipped')
      .map(({ name, skipReason }) => ({ name, why: skipReason })),
    again: tests.filter(({ status }) => status === 'flaky'),
  };
}

const specsOf = (suites) =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...specsOf(inner)]);

/** Limit of the lines of a reason: the error, what the test waited for, and the line of the test. */
const maxLines = 24;

/** Prints names and reasons of tests. */
export function printTests(tests) {
  for (const { name, why } of tests) {
    const lines = stripVTControlCharacters(why)
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.includes('node_modules'));
    process.stdout.write(`  ${name}\n`);
    for (const line of lines.slice(0, maxLines)) process.stdout.write(`    ${line}\n`);
  }
}
