import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../paths.mjs';
import { relatedTests } from './related-tests.mjs';
import { check, unitFiles, unitReport } from './suites.mjs';

/** Time limit of all tests together, in seconds; with the other checks, the run takes less than a minute. */
const budget = 20;
/** Time limit of one test file, in seconds. */
const maxOfOne = budget / 4;
/** Assumed time of a test file without an earlier run, in seconds. */
const usualSeconds = 3;
/** Time to load the imports of a test file, and number of parallel files, which wait half of the time. */
const loadingSeconds = 0.5;
const atOnce = 4;

/** Checks the difference from the target branch: types, format, and the nearest tests. */
export async function changed() {
  const files = changedFiles();
  process.stdout.write(`\n— ${files.length} changed files\n`);
  for (const file of files) process.stdout.write(`  ${file}\n`);
  const checks = await check(['types', ...(files.length > 0 ? ['format and lint'] : [])], files);
  const [run, left] = withinBudget(relatedTests(files, everyFile(), isUnitTest));
  const tests = run.length === 0 ? {} : await unitFiles(run);
  const names = left.slice(0, 5).join(', ');
  process.stdout.write(
    `\nNot run: ${left.length} more related test files${names && ` (${names}, …)`}, the other checks of lint, and the suites ` +
      'browser, desktop, release. npm test runs them.\n',
  );
  return Object.fromEntries(Object.keys(checks).map((key) => [key, checks[key] + (tests[key] ?? 0)]));
}

/** Returns whether a path is a test of the unit suite. */
export const isUnitTest = (file) => /^test\/(?!long\/|browser\/).*[.]test[.]ts$/.test(file);

/** Returns the existing files that changed since the merge base with the upstream branch. */
function changedFiles() {
  const base = ['@{upstream}', 'origin/HEAD', 'HEAD'].map(mergeBase).find((commit) => commit !== undefined);
  const untracked = git('ls-files', '--others', '--exclude-standard');
  return [...new Set([...git('diff', '--name-only', '--diff-filter=d', base), ...untracked])].sort();
}

/** Returns the paths of the checkout. */
export const everyFile = () => git('ls-files', '--cached', '--others', '--exclude-standard');

function mergeBase(ref) {
  try {
    return git('merge-base', 'HEAD', ref)[0];
  } catch {
    return undefined;
  }
}

function git(...args) {
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
  return execFileSync('git', args, options).split('\n').filter(Boolean);
}

/** Selects the first test files that fit into the time limit; skips a slow file if later ones still fit. */
function withinBudget(files) {
  const seconds = secondsOfFiles();
  const [run, left] = [[], []];
  let rest = budget;
  for (const file of files) {
    const cost = loadingSeconds + (seconds.get(file) ?? usualSeconds) / atOnce;
    if (cost <= Math.min(rest, maxOfOne)) {
      rest -= cost;
      run.push(file);
    } else left.push(file);
  }
  return [run, left];
}

/** Returns the time of each test file in the last run of the unit suite. */
function secondsOfFiles() {
  if (!existsSync(unitReport)) return new Map();
  const { testResults } = JSON.parse(readFileSync(unitReport, 'utf8'));
  return new Map(
    testResults.map(({ name, startTime, endTime }) => [relative(root, name), (endTime - startTime) / 1000]),
  );
}
