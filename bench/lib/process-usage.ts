import { readFileSync, writeFileSync } from 'node:fs';

/** Forgets the highest memory use so far (Linux). */
export const resetPeakMemory = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** The most memory that a process has had resident, in MiB (Linux). */
export const peakMemory = (pid: number): number => statusOf(pid, 'VmHWM');

/** The memory that a process has resident now, in MiB (Linux). */
export const memory = (pid: number): number => statusOf(pid, 'VmRSS');

function statusOf(pid: number, field: string): number {
  const kibibytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(
    readFileSync(`/proc/${pid}/status`, 'utf8'),
  )?.[1];
  return Number(kibibytes) / 1024;
}

/** Processor time that a process has used in all its threads, in seconds (Linux). */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const ticksPerSecond = 100;
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Bytes that a process has read from disks and not from the system's cache (Linux). */
export const diskReads = (pid: number): number =>
  Number(/^read_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
