// npm test [-- changed|lint|unit|browser|desktop|release|stories|packaged|long|cluster|random …]: sets up, runs the suites
// and prints the sum of all as the last line. npm run test:long: the same, with other suites unless some are named.
import { build } from './lib/build.mjs';
import { main, printError, SetUpError } from './lib/console.mjs';
import { makeInspectable, packDirectory } from './lib/package/desktop-package.mjs';
import { exitCodeOf } from './lib/run.mjs';
import { setUpElectron, setUpPackages } from './lib/setup/set-up.mjs';
import {
  browser,
  cluster,
  desktop,
  lint,
  long,
  packaged,
  release,
  stories,
  unit,
} from './lib/tests/suites.mjs';
import { printTests } from './lib/tests/test-reports.mjs';

const suites = {
  // Imported on demand, because it needs TypeScript, which may not be installed yet.
  changed: async () => (await import('./lib/tests/changed.mjs')).changed(),
  lint,
  unit: async () => {
    await build();
    return unit();
  },
  browser: async () => {
    await build();
    return browser();
  },
  desktop: async () => {
    await build();
    return desktop();
  },
  release: async () => {
    await pack();
    return release();
  },
  stories: async () => {
    await build();
    return stories();
  },
  packaged: async () => packaged(await pack()),
  long: async () => {
    await build();
    return long();
  },
  cluster: async () => {
    await build();
    return cluster();
  },
  // Imported on demand like `changed`.
  random: async () => {
    await build();
    return (await import('./lib/tests/random-runs.mjs')).random();
  },
};
/**
 * The suites of `npm test`. The lists run side by side, because tests wait a third of their time for sockets, timers
 * and disks.
 */
const everyTime = [
  ['lint', 'unit'],
  ['desktop', 'release', 'browser'],
];
/** The suites of `npm run test:long`; `packaged` contains the stories. */
const inMinutes = [['long', 'random', 'packaged']];
/** Suites that open windows. */
const shown = ['desktop', 'release', 'stories', 'packaged'];
/** Suites that need further system programs besides those of the app. */
const withPrograms = ['browser', 'long', 'cluster', ...shown];

// A regular exit ends the runners and the hidden display, too.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => process.exit(exitCodeOf(signal)));

await main(async () => {
  const named = process.argv.slice(2).filter((argument) => argument !== '--long');
  const byDefault = process.argv.includes('--long') ? inMinutes : everyTime;
  const lanes = named.length > 0 ? [named] : byDefault;
  const wanted = lanes.flat();
  const unknown = wanted.find((name) => !(name in suites));
  if (unknown !== undefined) {
    throw new SetUpError(
      `There is no suite ${unknown}.`,
      `name some of these: ${Object.keys(suites).join(', ')}`,
    );
  }
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const lists = { failures: [], again: [], notRun: [] };
  const add = (counted) => {
    for (const key of Object.keys(sum)) sum[key] += counted[key];
    for (const key of Object.keys(lists)) lists[key].push(...(counted[key] ?? []));
  };
  const onDesktop = wanted.some((name) => shown.includes(name));
  const tests = wanted.some((name) => withPrograms.includes(name));
  const ready = await orFailed('set-up', () =>
    setUpPackages({
      desktop: onDesktop,
      tests,
      long: wanted.some((name) => name === 'long' || name === 'cluster'),
    }),
  );
  if (ready?.failed) add(ready);
  else {
    // Only the checks of the sources do not wait for Electron. A process that loads the prebuilt addon of SQLite first, and
    // in a thread the one that is compiled meanwhile, has two copies of SQLite, which do not see each other's locks.
    const electron = onDesktop ? setUpElectron() : undefined;
    electron?.catch(() => {});
    const run = async (names) => {
      for (const name of names) {
        add(
          await orFailed(name, async () => {
            if (name !== 'lint') await electron;
            return suites[name]();
          }),
        );
      }
    };
    await Promise.all(lanes.map(run));
  }

  const { failures, again, notRun } = lists;
  process.stdout.write(`\nSecond tries: ${process.env.CI === undefined ? 'only in CI' : again.length}\n`);
  printTests(again);
  if (notRun.length > 0) process.stdout.write(`Not run: ${notRun.length}\n`);
  printTests(notRun);
  // Last, because CI keeps the end of the output.
  if (failures.length > 0) process.stdout.write(`Failed: ${failures.length}\n`);
  printTests(failures);

  const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : '';
  process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed${skipped}\n`);
  // Exits at once, because a library of electron-builder would replace the exit code of a waiting process by 0.
  if (sum.failed > 0 || sum.passed === 0) process.exit(1);
});

/** @returns the executable of the packaged app that Playwright can control */
async function pack() {
  await build();
  await packDirectory();
  return makeInspectable();
}

/** Counts a suite that cannot run as one failure, so that the others still run. */
async function orFailed(name, work) {
  try {
    return await work();
  } catch (error) {
    printError(error);
    return { passed: 0, failed: 1, skipped: 0, failures: [{ name, why: String(error?.message ?? error) }] };
  }
}
