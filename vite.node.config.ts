import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { defineConfig, type Plugin, type UserConfig } from 'vite';

// Every entry lies beside the others, and so do their shared chunks: workers and the preload script are found by name.
const entries = {
  main: 'electron/main.ts',
  cli: 'src/cli/main.ts',
  'practice-node': 'src/cli/practice-node.ts',
  'blob-worker': 'src/platform/blobs/worker/blob-worker.ts',
  'backup-worker': 'src/features/recovery/backup/backup-worker.ts',
  'encryption-worker': 'src/features/licensing/encryption/encryption-worker.ts',
  'chain-worker': 'src/features/chain/embedded/chain-worker.ts',
  'ton-connect-worker': 'src/features/auth/ton-connect/ton-connect-worker.ts',
};

/** `electron` exists only inside Electron; better-sqlite3 finds its binary by its own folder. */
const external = ['electron', 'better-sqlite3'];

const common: UserConfig = {
  publicDir: false,
  ssr: { noExternal: true, external },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/node',
    // A stack trace in a person's log is worth more than smaller files.
    minify: false,
  },
};

/**
 * Stores TON's virtual machine as a file: as a module of 7 MB, it takes a quarter of a second to load. Leaves out the
 * one for debugging, which nothing uses.
 */
const virtualMachine: Plugin = {
  name: 'virtual-machine',
  load: (id) => (/emulator-emscripten\.(debugger|wasm)\b/.test(id) ? 'export {};' : undefined),
  generateBundle() {
    const module = createRequire(import.meta.url)('@ton/sandbox/dist/executor/emulator-emscripten.wasm.js');
    const source = Buffer.from(module.EmulatorEmscriptenWasm, 'base64');
    this.emitFile({ type: 'asset', fileName: 'emulator.wasm', source });
  },
};

const node: UserConfig = {
  ...common,
  plugins: [virtualMachine],
  define: codebase(),
  build: {
    ...common.build,
    emptyOutDir: true,
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: entries,
      output: { format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
};

const { main: _shell, ...entriesWithoutShell } = entries;

/** Without the desktop shell, and so without anything of Electron's. */
const headless: UserConfig = {
  ...node,
  build: {
    ...node.build,
    rolldownOptions: { ...node.build?.rolldownOptions, input: entriesWithoutShell },
  },
};

/** A sandboxed preload script is one CommonJS file. */
const preload: UserConfig = {
  ...common,
  build: {
    ...common.build,
    emptyOutDir: false,
    rolldownOptions: {
      input: { preload: 'electron/preload.ts' },
      output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
    },
  },
};

/**
 * `vite build --config vite.node.config.ts`, then the same with `--mode preload`. The headless package is made with
 * `--mode headless`.
 */
export default defineConfig(({ mode }) => ({ preload, headless })[mode] ?? node);

/** The commit and branch of the build; without git, the node says `unknown`. */
function codebase(): Record<string, string> {
  try {
    return {
      __CODEBASE_HASH__: JSON.stringify(git('rev-parse', 'HEAD')),
      __CODEBASE_BRANCH__: JSON.stringify(git('rev-parse', '--abbrev-ref', 'HEAD')),
    };
  } catch {
    return {};
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}
