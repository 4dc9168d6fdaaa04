import { isSystemName } from '../../../contract/dashboard-api/library/system-names.ts';
import type { SkipReason } from '../../../contract/dashboard-api/library/watched-folders.ts';

/** Names of unfinished files of programs. */
const temporaryName = /^~\$|\.(?:tmp|temp|part|partial|crdownload|download|opdownload|swp)$/i;

/**
 * Returns the reason why a name is left out; undefined where it is not.
 * @param name one character for each byte
 */
export function skippedName(name: string, isDirectory: boolean): SkipReason | undefined {
  if (isSystemName(name)) return 'hidden';
  // Safari downloads into folders with the ending `.download`.
  return temporaryName.test(name) && (!isDirectory || /\.download$/i.test(name)) ? 'temporary' : undefined;
}
