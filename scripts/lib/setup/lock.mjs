import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { printLine } from '../console.mjs';

const POLL_MS = 200;

/**
 * Runs `work` while this process holds the lock file exclusively. Waits for a running holder, and ignores one that has
 * ended.
 */
export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true });
  for (let isReported = false; !take(file); await sleep(POLL_MS)) {
    const holder = holderOf(file);
    if (holder === undefined) continue;
    if (!isAlive(holder)) {
      breakLock(file);
    } else if (!isReported) {
      printLine(`waiting for process ${holder}, which is doing this already`);
      isReported = true;
    }
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

/** Returns whether a process with that id runs. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function take(file) {
  try {
    writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Returns undefined while the lock is being written or was just released. */
function holderOf(file) {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}

/** Renames the lock first, because only one of several waiters may remove it. */
function breakLock(file) {
  const broken = `${file}.${process.pid}`;
  try {
    renameSync(file, broken);
    rmSync(broken, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}
