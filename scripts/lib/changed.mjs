import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './paths.mjs';
import { relatedTests } from './related-tests.mjs';
import { check, unitFiles, unitReport } from './suites.mjs';

/** How long the tests may take together, in seconds: with the checks, the whole stays under a minute. */
const budget = 20;
/** Of one test file. */
const mostOfOne = budget / 4;
/** Of a test file that was not run before. */
const usualSeconds = 3;
/** To load what a test file imports, and how many files run at the same time with half of their time spent waiting. */
const loadingSeconds = 0.5;
const atOnce = 4;

/** Checks what differs from the branch that this one is to be merged into: types, format, and the tests nearest to it. */
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

const isUnitTest = (file) => /^test\/(?!long\/|browser\/).*[.]test[.]ts$/.test(file);

/** Returns the files that differ from where this branch began, as far as its upstream tells, and that exist. */
function changedFiles() {
  const base = ['@{upstream}', 'origin/HEAD', 'HEAD'].map(mergeBase).find((commit) => commit !== undefined);
  const untracked = git('ls-files', '--others', '--exclude-standard');
  return [...new Set([...git('diff', '--name-only', '--diff-filter=d', base), ...untracked])].sort();
}

const everyFile = () => git('ls-files', '--cached', '--others', '--exclude-standard');

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

/** Takes the first test files whose time suffices; a file that takes too long leaves room for later ones. */
function withinBudget(files) {
  const seconds = secondsOfFiles();
  const [run, left] = [[], []];
  let rest = budget;
  for (const file of files) {
    const cost = loadingSeconds + (seconds.get(file) ?? usualSeconds) / atOnce;
    if (cost <= Math.min(rest, mostOfOne)) {
      rest -= cost;
      run.push(file);
    } else left.push(file);
  }
  return [run, left];
}

/** Returns how long each test file took in the last run of the unit suite. */
function secondsOfFiles() {
  if (!existsSync(unitReport)) return new Map();
  const { testResults } = JSON.parse(readFileSync(unitReport, 'utf8'));
  return new Map(
    testResults.map(({ name, startTime, endTime }) => [relative(root, name), (endTime - startTime) / 1000]),
  );
}
