import { readFileSync, writeFileSync } from 'node:fs';

/** Resets the peak memory use of a process (Linux). */
export const resetPeakMemory = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** Returns the peak resident memory of a process in MiB (Linux). */
export const peakMemory = (pid: number): number => statusOf(pid, 'VmHWM');

/** Returns the resident memory of a process in MiB (Linux). */
export const memory = (pid: number): number => statusOf(pid, 'VmRSS');

function statusOf(pid: number, field: string): number {
  const kibibytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(
    readFileSync(`/proc/${pid}/status`, 'utf8'),
  )?.[1];
  return Number(kibibytes) / 1024;
}

/** Returns the processor time of all threads of a process in seconds (Linux). */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const ticksPerSecond = 100;
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Returns the bytes that a process has read from disks instead of the system's cache (Linux). */
export const diskReads = (pid: number): number =>
  Number(/^read_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
