import { printLine } from '../console.mjs';
import { root } from '../paths.mjs';

/**
 * Builds with a Vite configuration now and after every change of its sources.
 * @param onBuilt called after each successful build
 * @returns a function that closes the watcher; resolves after the first build
 */
export async function watchBuild(configFile, { mode = 'production', outDir, onBuilt, base = root }) {
  const { build } = await import('vite');
  const watcher = await build({
    ...{ configFile, mode, logLevel: 'error' },
    // Running processes may still load files of the previous build.
    build: { outDir, emptyOutDir: false, watch: {} },
    ...(base === root ? {} : { root: base }),
  });
  await new Promise((resolve) => {
    watcher.on('event', (event) => {
      if (event.code === 'ERROR') printLine(`${configFile} ${mode}: ${event.error.message}`);
      if (event.code === 'BUNDLE_END') onBuilt();
      if (event.code === 'BUNDLE_END' || event.code === 'ERROR') {
        void event.result?.close();
        resolve();
      }
    });
  });
  return watcher;
}
