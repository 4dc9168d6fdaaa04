import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The dashboard: static files that the node serves under `script-src 'self'`, so nothing is inlined. */
export default defineConfig({
  root: 'renderer',
  plugins: [react()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // test/desktop/first-load.test.ts holds the budget.
    chunkSizeWarningLimit: 2000,
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      output: {
        // What is common to pages would be named after all of them.
        chunkFileNames: ({ name }) => `assets/${short(name)}-[hash].js`,
        assetFileNames: ({ names }) => `assets/${short(names[0])}-[hash][extname]`,
        // Few files: the first load, one for each page, and what several pages have in common.
        codeSplitting: {
          groups: [
            { name: 'first-load', tags: ['$initial'] },
            { name: 'common', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 20_000 },
          ],
        },
      },
    },
  },
});

function short(name = 'part'): string {
  return name.split(/[~.]/, 1)[0] ?? name;
}
