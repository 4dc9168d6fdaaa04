import { closeSync, openSync, readdirSync, readlinkSync } from 'node:fs';

/**
 * An open file of this process, whichever thread has it, takes no more: as that of a disk that the system has made
 * read-only after an error. On Linux.
 */
export function makeReadOnly(file: string): void {
  const isFile = (name: string) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`) === file;
    } catch {
      return false;
    }
  };
  const descriptor = Number(readdirSync('/proc/self/fd').find(isFile));
  closeSync(descriptor);
  const opened = [openSync(file, 'r')];
  while (opened.at(-1) !== descriptor) opened.push(openSync(file, 'r'));
  for (const other of opened.slice(0, -1)) closeSync(other);
}
