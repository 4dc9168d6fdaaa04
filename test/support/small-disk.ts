import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

export interface SmallDisk {
  path: string;
  /** Why no disk is available here; tests that need one are then skipped. */
  missing: string | undefined;
}

/**
 * Creates a real disk of `mebibytes` MiB for the tests of a file or of a `describe`. It exists only during these tests,
 * and only if one of them runs. If it cannot be created, the reason is printed.
 */
export function smallDisk(mebibytes: number): SmallDisk {
  const path = newPath();
  missing ??= whyNot();
  if (missing) {
    console.warn(`The tests of a full disk are skipped: ${missing}`);
    return { path, missing };
  }
  beforeAll(() => mount(path, mebibytes));
  afterAll(() => unmount(path));
  return { path, missing: undefined };
}

/**
 * Fills a small disk to its last block, like another program does, and returns a function that frees it again. Continues
 * after a refused write, because space that something else held may be free a moment later.
 */
export function fillDisk(path: string): () => void {
  const filler = join(path, 'filler');
  const some = Buffer.alloc(64 * 1024);
  let refused = 0;
  while (statfsSync(path).bavail > 0) {
    try {
      writeFileSync(filler, some, { flag: 'a' });
    } catch (error) {
      refused += 1;
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC' || refused > 1000) throw error;
    }
  }
  return () => rmSync(filler);
}

/** The reason for all disks, determined once; empty if disks can be created. */
let missing: string | undefined;

function whyNot(): string {
  if (process.platform !== 'linux') return 'a small disk is mounted on Linux only';
  const path = newPath();
  try {
    mount(path, 1);
    return '';
  } catch (error) {
    return `mounting needs root (${error instanceof Error ? error.message.trim() : error})`;
  } finally {
    unmount(path);
  }
}

const newPath = (): string => join(tmpdir(), `alcove-full-disk-${randomUUID()}`);

function mount(path: string, mebibytes: number): void {
  mkdirSync(path);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', path], { stdio: 'pipe' });
}

/** Unmounts a disk, even with an open file; ignores one that was never mounted. */
function unmount(path: string): void {
  try {
    execFileSync('umount', ['--lazy', path], { stdio: 'pipe' });
  } catch {
    // The next line fails for a disk that is still mounted.
  }
  rmdirSync(path);
}
