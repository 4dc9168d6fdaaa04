import { readdirSync, readFileSync } from 'node:fs';

/** Returns a running process and its running descendants (Linux). */
export function processTree(pid: number): number[] {
  const tasks = `/proc/${pid}/task`;
  const children = readdirSync(tasks).flatMap((task) =>
    readFileSync(`${tasks}/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(processTree)];
}

/** Returns how often the threads of a process have blocked voluntarily, and so were woken up (Linux). */
export function wakeUpsOf(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks)
    .map(
      (task) =>
        /^voluntary_ctxt_switches:\s+(\d+)$/m.exec(readFileSync(`${tasks}/${task}/status`, 'utf8'))?.[1],
    )
    .reduce((sum, count) => sum + Number(count), 0);
}

/** Returns the memory of a process in MiB; shared memory counts in proportion (Linux). */
export function proportionalMemory(pid: number): number {
  const kibibytes = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
  return Number(kibibytes) / 1024;
}

/** Returns the kind of a Chromium process: `renderer`, `utility`, …; `main` for the main process (Linux). */
export function kindOf(pid: number): string {
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  return /--type=(\S+)/.exec(command)?.[1] ?? 'main';
}
