import { defineConfig } from '@playwright/test';

/** The packaged app as users get it; it must be packed before (`npm test -- release` does). */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/packaged',
  // Only what hangs may exceed them: on a machine with a load of 30, tests take 20 times as long.
  timeout: 300_000,
  expect: { timeout: 120_000 },
  workers: 1,
  // `npm test` counts and names each second try.
  retries: process.env.CI === undefined ? 0 : 1,
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
});
