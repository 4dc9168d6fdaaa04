import { readdirSync, readFileSync } from 'node:fs';

/** A process and all that it started, directly or not, as far as they run now (Linux). */
export function processTree(pid: number): number[] {
  const tasks = `/proc/${pid}/task`;
  const children = readdirSync(tasks).flatMap((task) =>
    readFileSync(`${tasks}/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(processTree)];
}

/** How often the threads of a process have fallen asleep of their own accord, and so were woken up (Linux). */
export function wakeUpsOf(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks)
    .map(
      (task) =>
        /^voluntary_ctxt_switches:\s+(\d+)$/m.exec(readFileSync(`${tasks}/${task}/status`, 'utf8'))?.[1],
    )
    .reduce((sum, count) => sum + Number(count), 0);
}

/** Memory of a process in MiB; what it shares with others counts as a part (Linux). */
export function proportionalMemory(pid: number): number {
  const kibibytes = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
  return Number(kibibytes) / 1024;
}

/** What a process is for, as Chromium tells it: `renderer`, `utility`, …; `main` where it says nothing (Linux). */
export function kindOf(pid: number): string {
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  return /--type=(\S+)/.exec(command)?.[1] ?? 'main';
}
