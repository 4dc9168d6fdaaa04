import { existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pinnedNode, root } from '../paths.mjs';
import { outcomeOf, pinnedEnv, runLabelled } from '../run.mjs';
import { proxyFolders } from '../setup/proxies.mjs';
import { testFolder } from './test-folder.mjs';
import { countPlaywright, countVitest } from './test-reports.mjs';

const modules = join(root, 'node_modules');
const reports = join(root, 'test-results');
/** The cache of compiled files, because tests start the node and its CLI from the sources hundreds of times. */
const compiled = join(modules, '.cache', 'compiled');
/** The built CLI starts in half the time of the sources. */
const builtCli = join(root, 'dist/node/cli.js');

function reportOf(name) {
  return join(reports, `${name}.json`);
}

const ofPackage = (program) => join(modules, program);

const ofScripts = (name) => [join(root, 'scripts', name)];

/** The checks of the sources, each of which counts as one test. Biome expects files after its arguments. */
const checks = {
  'format and lint': [
    ...[ofPackage('@biomejs/biome/bin/biome'), 'check'],
    ...['--error-on-warnings', '--no-errors-on-unmatched'],
  ],
  // Unchanged files are not checked again, which takes a tenth of the time. Several checkers, of which each works out
  // the same types again, would take up to twice the processor time, and the other checks use the other processors.
  types: [
    ...[ofPackage('@typescript/native/bin/tsc'), '--noEmit', '--checkers', '1'],
    ...['--incremental', '--tsBuildInfoFile', join(modules, '.cache/types.tsbuildinfo')],
  ],
  'import rule': [
    ...[ofPackage('dependency-cruiser/bin/dependency-cruiser.mjs'), '--config', '.dependency-cruiser.cjs'],
    ...['src', 'electron', 'renderer', 'client', 'examples'],
  ],
  'dead code': [ofPackage('knip/bin/knip.js'), '--no-progress'],
  'regular expressions': ofScripts('check-regexes.mjs'),
  sizes: ofScripts('check-sizes.mjs'),
  names: ofScripts('check-names.mjs'),
  layout: ofScripts('check-layout.mjs'),
};

/**
 * Runs the checks of the sources. Every suite resolves to the numbers of passed, failed and skipped tests, and to the
 * names and reasons of failed tests (`failures`), of skipped ones (`notRun`), and of those that passed at a second
 * attempt (`again`).
 */
export function lint() {
  return check(Object.keys(checks), ['.']);
}

/** Runs some of the checks. */
export async function check(names, files) {
  const sum = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const argsOf = (name) => (name === 'format and lint' ? [...checks[name], ...files] : checks[name]);
  // Runs in parallel, because most checks use one processor; prints the output of each check as a whole.
  const outcomes = await Promise.all(
    names.map((name) => outcomeOf(pinnedNode, argsOf(name), { env: pinnedEnv() })),
  );
  for (const [index, { code, output }] of outcomes.entries()) {
    process.stdout.write(`\n— ${names[index]}\n${output}`);
    sum[code === 0 ? 'passed' : 'failed'] += 1;
    process.stdout.write(code === 0 ? '  as it should be\n' : `  failed (exit code ${code})\n`);
    if (code !== 0) sum.failures.push({ name: names[index], why: output });
  }
  return sum;
}

/** The tests of the node, its built CLI, the dashboard's logic and these tools. */
export function unit() {
  return vitest('unit', 'node, CLI and dashboard', [], { ALCOVE_CLI: builtCli });
}

/** Some test files of that suite, with the CLI from the sources. */
export function unitFiles(files) {
  return vitest('changed', `related tests: ${files.length} files`, files);
}

/** Some test files of that suite, with all random runs. */
export function unitFilesWithAllRuns(files) {
  return vitest('random', `all random runs: ${files.length} files`, files, {
    ALCOVE_CLI: builtCli,
    ALCOVE_ALL_RUNS: '1',
  });
}

/** The report of the last complete run of the unit suite. */
export const unitReport = reportOf('unit');

/** The access of web pages to a node, and its share page, in Chromium; hostile pages, Firefox and the dashboard are in `long`. */
export function browser() {
  return vitest('browser', 'web pages in browsers', ['--mode', 'browser'], { ALCOVE_CLI: builtCli });
}

/** The tests that take minutes. */
export function long() {
  return vitest('long', 'long', ['--mode', 'long']);
}

/** Of these, the tests of several replicas. */
export function cluster() {
  return vitest('cluster', 'replicas on PostgreSQL', ['--mode', 'long', 'test/long/cluster'], {
    ALCOVE_CLI: builtCli,
  });
}

/** The tests of the built app on a real Electron. */
export function desktop() {
  return playwright('desktop', 'test/desktop');
}

/** The long scenarios in the app, which take a minute each. */
export function stories() {
  return playwright('stories', 'test/desktop', { ALCOVE_STORIES: '1' });
}

/** The tests of the packaged app as users get it. */
export function release() {
  return playwright('release', 'test/packaged');
}

/** Runs the tests of the built app and the long scenarios with the packaged executable. */
export function packaged(executable) {
  return playwright('packaged', 'test/desktop', { ALCOVE_PACKAGED_APP: executable });
}

function playwright(name, folder, more = {}) {
  process.stdout.write(`\n— ${name}\n`);
  const args = ['test', '--config', `${folder}/playwright.config.ts`, '--reporter', 'list,json'];
  const env = { ...more, PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf(name) };
  return countedRun(name, '@playwright/test/cli.js', args, env, countPlaywright);
}

function vitest(name, title, args, more = {}) {
  process.stdout.write(`\n— ${title}\n`);
  const reporters = ['--reporter', 'default', '--reporter', 'json', `--outputFile.json=${reportOf(name)}`];
  const env = {
    ...more,
    PATH: [pinnedEnv().PATH, ...proxyFolders()].join(delimiter),
    // Large pages of memory on Linux: a fifth fewer page faults, which take a quarter of the time in virtual machines.
    GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
  };
  return countedRun(name, 'vitest/vitest.mjs', ['run', ...args, ...reporters], env, countVitest);
}

/** A runner without a report, or one that failed although no test did, counts as one failure. */
async function countedRun(name, program, args, env, count) {
  const report = reportOf(name);
  rmSync(report, { force: true });
  const code = await runLabelled(name, pinnedNode, [join(modules, program), ...args], {
    env: pinnedEnv({ NODE_COMPILE_CACHE: compiled, TMPDIR: testFolder(), ...env }),
  });
  const whole = { name: `the suite ${name}`, why: `ended with exit code ${code}` };
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0, failures: [whole] };
  const sum = count(JSON.parse(readFileSync(report, 'utf8')));
  if (code !== 0 && sum.failed === 0) return { ...sum, failed: 1, failures: [whole] };
  return sum;
}
