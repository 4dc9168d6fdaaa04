import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { vi } from 'vitest';
import { Lifecycle, type Step } from '../../src/app/lifecycle.ts';
import { controlPath } from '../../src/core/data-folder/control-path.ts';
import { lockFolder } from '../../src/platform/sqlite/folder-lock.ts';

export type Phase = 'made' | keyof Step;

/** Replaces a step of every node of this process by its name. */
export function changeSteps(change: (name: string, step: Step) => Step): void {
  const { use } = Lifecycle.prototype;
  vi.spyOn(Lifecycle.prototype, 'use').mockImplementation(function (this: Lifecycle, name, step) {
    use.call(this, name, change(name, step));
  });
}

/** Makes one step of every node fail in one phase; `made` fails right after its construction. */
export function failStep(failing: string, phase: Phase, fault: Error): void {
  const { use } = Lifecycle.prototype;
  const fail = async () => {
    throw fault;
  };
  vi.spyOn(Lifecycle.prototype, 'use').mockImplementation(function (this: Lifecycle, name, step) {
    use.call(this, name, name === failing && phase !== 'made' ? { ...step, [phase]: fail } : step);
    if (name === failing && phase === 'made') throw fault;
  });
}

/** Counts the threads that this process has started and that have not ended. */
export function watchThreads(): () => number {
  let running = 0;
  process.on('worker', (worker) => {
    running += 1;
    worker.once('exit', () => {
      running -= 1;
    });
  });
  return () => running;
}

/** Returns the open files of this process in a folder. */
const openFilesIn = (folder: string): string[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(folder) ? [path] : [];
    } catch {
      // It was the descriptor used to read the list.
      return [];
    }
  });

/** Returns the number of ports on which this process listens. */
const listening = (): number =>
  process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap').length;

/** Lists the resources of a data folder, and of this process, that are still in use. */
export function leftovers(dataDir: string): {
  files: string[];
  listening: number;
  hasControlSocket: boolean;
  locked: boolean;
} {
  const files = openFilesIn(dataDir);
  let locked = false;
  try {
    lockFolder(dataDir).release();
  } catch {
    locked = true;
  }
  return { files, listening: listening(), hasControlSocket: existsSync(controlPath(dataDir)), locked };
}
