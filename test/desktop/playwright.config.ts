import { defineConfig } from '@playwright/test';

/** Whole flows, which take up to minutes: `npm run test:long` runs them. */
const stories = /@story/;
const areStories = process.env.ALCOVE_STORIES !== undefined;
const isPackaged = process.env.ALCOVE_PACKAGED_APP !== undefined;

const selected = areStories ? { grep: stories } : { grepInvert: stories };

/** The real app on a real Electron; it must be built, and needs a display (`npm test` provides both). */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  // The package runs all tests, except those with update feeds of their own: it uses the feed of its build.
  ...(isPackaged ? { testIgnore: ['updates.spec.ts'] } : selected),
  outputDir: '../../test-results/desktop',
  // Only what hangs may exceed them: on a machine with a load of 30, tests take 20 times as long.
  timeout: 300_000,
  expect: { timeout: 120_000 },
  // An app waits about a third of the time. Tests are distributed one by one, not by file, so that all workers
  // are busy to the end; those that share an app stay together.
  fullyParallel: true,
  workers: areStories ? 1 : 3,
  // `npm test` counts and names each second try.
  retries: process.env.CI === undefined ? 0 : 1,
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
});
