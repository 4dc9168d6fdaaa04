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
    // One page that a person keeps open, loaded from the same machine.
    chunkSizeWarningLimit: 2000,
    license: { fileName: 'licenses.md' },
  },
});
