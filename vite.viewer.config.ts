import { defineConfig } from 'vite';

/** pdf.js asks for its own address only where it has to find further files. */
const transform = { define: { 'import.meta': '{}' } };

const furtherFiles: Record<string, string> = {
  epub: 'epub/epub.ts',
  pdf: 'pdf.ts',
  tags: 'media/tags.ts',
};

/**
 * What shows stored contents in a frame without an origin, which may load plain scripts only: one file for each of
 * `vite build --config vite.viewer.config.ts`, and further ones, loaded on demand, with `--mode epub`, `--mode pdf`
 * and `--mode tags`.
 */
export default defineConfig(({ mode }) => ({
  worker: { format: 'iife', rolldownOptions: { transform } },
  root: 'renderer/viewer',
  publicDir: mode in furtherFiles ? false : 'public',
  build: {
    outDir: '../../dist/renderer/viewer',
    emptyOutDir: !(mode in furtherFiles),
    cssCodeSplit: false,
    chunkSizeWarningLimit: 3000,
    rolldownOptions: {
      transform,
      input: `renderer/viewer/${furtherFiles[mode] ?? 'main.ts'}`,
      output: {
        format: 'iife',
        entryFileNames: mode in furtherFiles ? `${mode}.js` : 'viewer.js',
        assetFileNames: 'viewer[extname]',
      },
    },
  },
}));
