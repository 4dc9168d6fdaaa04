import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runAlcove, serveNode } from '../run-alcove.ts';

const disk = mkdtempSync(join(tmpdir(), 'alcove-full-disk-'));
const unmountable = mount();
if (unmountable) console.warn(`The test of a start on a full disk is skipped: ${unmountable}`);

afterAll(() => {
  if (!unmountable) execFileSync('umount', [disk]);
  rmdirSync(disk);
});

/** Makes `disk` a real disk of 16 MiB. @returns why that is not possible here, else undefined */
function mount(): string | undefined {
  if (process.platform !== 'linux') return 'a small disk is mounted on Linux only';
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', disk], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return `mounting needs root (${error instanceof Error ? error.message.trim() : error})`;
  }
}

test.skipIf(unmountable)('a node on a full disk says so, and runs again once there is room', async () => {
  const dataDir = join(disk, 'node');
  const before = await serveNode(dataDir);
  await before.end();
  const filler = join(disk, 'filler');
  try {
    writeFileSync(filler, Buffer.alloc(20 * 1024 * 1024));
  } catch {
    // The disk is full now.
  }
  const refused = await runAlcove(
    'serve',
    '--data-dir',
    dataDir,
    '--node-port',
    '0',
    '--dashboard-port',
    '0',
  );
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('The disk that holds the data folder is full');
  rmSync(filler);
  const after = await serveNode(dataDir);
  expect(after.ready.public_key).toBe(before.ready.public_key);
  await after.end();
});
