import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './say.mjs';

const POLL_MS = 200;

/** Runs `work` while no other process of this user holds the lock file; waits for its holder, not for a dead one. */
export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true });
  for (let told = false; !take(file); await sleep(POLL_MS)) {
    const holder = holderOf(file);
    if (holder === undefined) continue;
    if (!isAlive(holder)) {
      breakLock(file);
    } else if (!told) {
      say(`waiting for process ${holder}, which is doing this already`);
      told = true;
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

/** Whether a process of that id runs. */
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

/** Undefined when the lock is just being written or has just gone. */
function holderOf(file) {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}

/** Renamed first, so that of several waiters one alone breaks it. */
function breakLock(file) {
  const broken = `${file}.${process.pid}`;
  try {
    renameSync(file, broken);
    rmSync(broken, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}
