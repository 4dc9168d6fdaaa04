import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** As of a file from the Internet, in the alternate stream of it that Windows looks at. */
const zoneIdentifier = '[ZoneTransfer]\r\nZoneId=3\r\n';

/**
 * Marks a file as one from elsewhere, as browsers do, so that the system warns before it opens it. Linux has no such mark.
 * A disk that takes no marks (FAT) leaves the file without one.
 */
export async function markAsForeign(path: string, platform = process.platform): Promise<void> {
  try {
    if (platform === 'win32') await writeFile(`${path}:Zone.Identifier`, zoneIdentifier);
    if (platform === 'darwin') {
      await promisify(execFile)('/usr/bin/xattr', quarantineArguments(path, Date.now()));
    }
  } catch {
    // The file itself is whole.
  }
}

/** What `xattr` is called with. @param now in ms since 1970 */
export function quarantineArguments(path: string, now: number): string[] {
  const seconds = Math.floor(now / 1000).toString(16);
  // The flags of a download that nobody has agreed to open yet.
  return ['-w', 'com.apple.quarantine', `0081;${seconds};Alcove;`, path];
}
