import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** The Internet zone, for the alternate stream that Windows reads. */
const zoneIdentifier = '[ZoneTransfer]\r\nZoneId=3\r\n';

/** Marks a file as downloaded, so that the system warns before it opens it. Linux has no such mark. */
export async function markAsDownloaded(path: string, platform = process.platform): Promise<void> {
  try {
    if (platform === 'win32') await writeFile(`${path}:Zone.Identifier`, zoneIdentifier);
    if (platform === 'darwin') {
      await promisify(execFile)('/usr/bin/xattr', quarantineArguments(path, Date.now()));
    }
  } catch {
    // The file system does not support marks (FAT), which must not fail the download.
  }
}

/** Returns the arguments of `xattr`. @param now in ms since 1970 */
export function quarantineArguments(path: string, now: number): string[] {
  const seconds = Math.floor(now / 1000).toString(16);
  // 0081: flags of a download that the user has not yet agreed to open.
  return ['-w', 'com.apple.quarantine', `0081;${seconds};Alcove;`, path];
}
