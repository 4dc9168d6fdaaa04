import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pinnedNode, root } from '../paths.mjs';
import { npm, pinnedEnv, run } from '../run.mjs';

const vite = join(root, 'node_modules/vite/bin/vite.js');
const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const documents = [
  'LICENSE',
  'README.md',
  'docs/images',
  'docs/operations.md',
  'docs/operations',
  'docs/settings.md',
];

/**
 * Builds an npm package of the node, its command line and its dashboard: for servers, without Electron. Everything is
 * bundled except better-sqlite3, which locates its binary relative to its own folder.
 * @param folder the output folder
 * @returns its path
 */
export async function packHeadless(folder) {
  mkdirSync(folder, { recursive: true });
  const draft = mkdtempSync(join(tmpdir(), 'alcove-headless-'));
  try {
    await build(['--outDir', join(draft, 'dist/renderer')]);
    const node = ['--config', 'vite.node.config.ts', '--mode', 'headless'];
    await build([...node, '--outDir', join(draft, 'dist/node')]);
    for (const name of documents) cpSync(join(root, name), join(draft, name), { recursive: true });
    writeFileSync(join(draft, 'package.json'), JSON.stringify(manifest(), null, 2));
    const output = await npm(['pack', draft, '--ignore-scripts', '--silent', '--pack-destination', folder]);
    return join(folder, output.trim().split('\n').at(-1));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function build(args) {
  return run(pinnedNode, [vite, 'build', '--logLevel', 'warn', '--emptyOutDir', ...args], {
    env: pinnedEnv(),
  });
}

function manifest() {
  const { name, version, license, type, bin, engines } = read('package.json');
  return {
    name,
    version,
    description: 'A private or public content node, without a desktop',
    license,
    type,
    bin,
    engines,
    files: ['dist/node', 'dist/renderer', 'docs', 'LICENSE'],
    dependencies: { 'better-sqlite3': read('node_modules/better-sqlite3/package.json').version },
  };
}
