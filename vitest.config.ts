import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';

/** Run by `--mode` of their name, and not else: what takes minutes, and what is seen in browsers. */
const apart = ['long', 'browser'];

/**
 * Starts the built threads and the built practice node instead of those of the sources, which take twice the processor
 * time to load. They are built together with the CLI that the tests run.
 */
const builtPrograms: Plugin = {
  name: 'built-programs',
  enforce: 'pre',
  transform: (code, file) =>
    file.includes('/src/')
      ? code.replace(/\? '\.\/([a-z-]+-worker|practice-node)\.ts'/, (_, name) => `? '${builtProgram(name)}'`)
      : undefined,
};

const builtProgram = (name: string): string =>
  pathToFileURL(join(import.meta.dirname, 'dist/node', `${name}.js`)).href;

export default defineConfig(({ mode }) => ({
  plugins: process.env.ALCOVE_CLI === undefined ? [] : [builtPrograms],
  test: {
    setupFiles: ['test/support/page-texts.ts'],
    include: apart.includes(mode) ? [`test/${mode}/**/*.test.ts`] : ['test/**/*.test.ts'],
    exclude: apart.includes(mode) ? [] : apart.map((name) => `test/${name}/**`),
    // Only what hangs may exceed them: on a machine with a load of 30, tests take 20 times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // A flaky test must not stop a release, but it is a defect: `npm test` counts and names each second try. Tests of
    // crashes and races, whose rare failures are the ones that count, have `retry: 0`.
    retry: process.env.CI === undefined || mode === 'long' ? 0 : 1,
    // To load the node again for every file takes a fifth of the processor time of the unit suite.
    isolate: apart.includes(mode),
    // A heap that starts small is marked again and again while it grows.
    execArgv: ['--initial-old-space-size=512', '--min-semi-space-size=16', '--max-semi-space-size=32'],
    // They wait for sockets, timers and disks, too; more workers take more processor time for the same tests.
    maxWorkers: mode === 'browser' ? 3 : 4,
  },
}));
