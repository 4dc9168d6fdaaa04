import { defineConfig } from 'vitest/config';

/** `--mode long` runs the tests that take minutes, and nothing else. */
export default defineConfig(({ mode }) => ({
  test: {
    include: mode === 'long' ? ['test/long/**/*.test.ts'] : ['test/**/*.test.ts'],
    exclude: mode === 'long' ? [] : ['test/long/**'],
    // Real nodes with real sockets and files: slow machines must not fail them.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
}));
