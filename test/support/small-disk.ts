import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  path: string;
  /** Why there is none here; tests that need it are skipped then. */
  missing: string | undefined;
  remove(): void;
}

/** A real disk of so many MiB, which fills up fast; the reason is printed where none can be made. */
export function smallDisk(mebibytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'alcove-full-disk-'));
  const missing = mount(path, mebibytes);
  if (missing) console.warn(`The tests of a full disk are skipped: ${missing}`);
  return {
    path,
    missing,
    remove: () => {
      if (!missing) execFileSync('umount', [path]);
      rmdirSync(path);
    },
  };
}

function mount(path: string, mebibytes: number): string | undefined {
  if (process.platform !== 'linux') return 'a small disk is mounted on Linux only';
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', path], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return `mounting needs root (${error instanceof Error ? error.message.trim() : error})`;
  }
}
