import { defineConfig } from 'vite';

/** pdf.js asks for its own address only where it has to find further files. */
const transform = { define: { 'import.meta': '{}' } };

/**
 * What shows stored contents in a frame without an origin, which may load plain scripts only: one file for each of
 * `vite build --config vite.viewer.config.ts` and the same with `--mode pdf`.
 */
export default defineConfig(({ mode }) => ({
  worker: { format: 'iife', rolldownOptions: { transform } },
  root: 'renderer/viewer',
  publicDir: mode === 'pdf' ? false : 'public',
  build: {
    outDir: '../../dist/renderer/viewer',
    emptyOutDir: mode !== 'pdf',
    cssCodeSplit: false,
    chunkSizeWarningLimit: 3000,
    rolldownOptions: {
      transform,
      input: mode === 'pdf' ? 'renderer/viewer/pdf.ts' : 'renderer/viewer/main.ts',
      output: {
        format: 'iife',
        entryFileNames: mode === 'pdf' ? 'pdf.js' : 'viewer.js',
        assetFileNames: 'viewer[extname]',
      },
    },
  },
}));
