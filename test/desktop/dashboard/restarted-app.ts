import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type LaunchedAlcove } from '../support/fixtures.ts';

export async function quit({ process: child, exited }: LaunchedAlcove): Promise<void> {
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
}

const pidOf = (dataDir: string): number => {
  try {
    return Number(readFileSync(join(dataDir, 'alcove.pid'), 'utf8'));
  } catch {
    return 0;
  }
};
const runs = (pid: number): boolean => {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Waits for the app that starts in place of one that restarted, and ends it after the checks. */
export async function withRestarted(
  { exited, dataDir }: LaunchedAlcove,
  check: () => Promise<void>,
): Promise<void> {
  try {
    expect(await exited).toBe(0);
    await expect.poll(() => runs(pidOf(dataDir))).toBe(true);
    await check();
  } finally {
    const pid = pidOf(dataDir);
    if (runs(pid)) process.kill(pid, 'SIGTERM');
    await expect.poll(() => runs(pid)).toBe(false);
  }
}
