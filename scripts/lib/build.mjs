import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetUpError, timed } from './console.mjs';
import { pinnedNode, root } from './paths.mjs';
import { pinnedEnv, run } from './run.mjs';
import { withLock } from './setup/lock.mjs';

const vite = join(root, 'node_modules/vite/bin/vite.js');
const everyBuild = ['package.json', 'package-lock.json', 'tsconfig.json', 'scripts/lib/build.mjs'];

/** Each part of `dist`: its files, its other inputs, and the runs of Vite that build it. */
const parts = [
  {
    name: 'dashboard',
    inputs: ['renderer', 'client', 'src/contract', 'vite.config.ts', 'vite.viewer.config.ts', ...everyBuild],
    facts: () => '',
    runs: [
      [],
      ['--config', 'vite.viewer.config.ts'],
      ['--config', 'vite.viewer.config.ts', '--mode', 'epub'],
      ['--config', 'vite.viewer.config.ts', '--mode', 'pdf'],
      ['--config', 'vite.viewer.config.ts', '--mode', 'tags'],
    ],
  },
  {
    name: 'node and desktop shell',
    inputs: ['src', 'electron', 'vite.node.config.ts', ...everyBuild],
    facts: commit,
    runs: [
      ['--config', 'vite.node.config.ts'],
      ['--config', 'vite.node.config.ts', '--mode', 'preload'],
    ],
  },
];

/** Builds the parts of `dist` that are out of date. */
export async function build() {
  await withLock(join(root, 'node_modules/.alcove-build.lock'), async () => {
    for (const part of parts) await buildPart(part);
  });
}

async function buildPart({ name, inputs, facts, runs }) {
  const stampFile = join(root, 'dist', `.built-${name.replaceAll(' ', '-')}`);
  const stamp = fingerprint(inputs, facts());
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  rmSync(stampFile, { force: true });
  await timed(`building the ${name}`, async () => {
    for (const args of runs) {
      await run(pinnedNode, [vite, 'build', '--logLevel', 'warn', ...args], { env: pinnedEnv() });
    }
  }).catch((error) => {
    throw new SetUpError(
      `The ${name} could not be built. ${error.message}`,
      'mend what is said there and start again.',
    );
  });
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stampFile, stamp);
}

/** Returns a fingerprint of names, sizes and times, because reading all files would take too long. */
function fingerprint(inputs, facts) {
  const hash = createHash('sha256').update(facts);
  for (const input of inputs) {
    for (const file of filesIn(input)) {
      const { size, mtimeMs } = statSync(join(root, file));
      hash.update(`\n${file} ${size} ${mtimeMs}`);
    }
  }
  return hash.digest('hex');
}

function filesIn(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

/** Returns the commit and branch, which are embedded in the build. */
function commit() {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD', '--abbrev-ref', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return 'without git';
  }
}
