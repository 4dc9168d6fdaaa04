import type { SkipReason } from '../../../contract/dashboard-api/library/watched-folders.ts';

/** Files and folders of operating systems. */
const systemNames = new Set([
  'thumbs.db',
  'ehthumbs.db',
  'desktop.ini',
  '__macosx',
  '$recycle.bin',
  'system volume information',
  'lost+found',
  'icon\r',
]);

/** Files that programs write before they have their final name. */
const temporaryName = /^~\$|\.(?:tmp|temp|part|partial|crdownload|download|opdownload|swp)$/i;

/** Returns why a name is left out; undefined where it is not. @param name one character for each byte */
export function skippedName(name: string, isDirectory: boolean): SkipReason | undefined {
  if (name.startsWith('.') || systemNames.has(name.toLowerCase())) return 'hidden';
  // Safari downloads into a folder with such a name.
  return temporaryName.test(name) && (!isDirectory || /\.download$/i.test(name)) ? 'temporary' : undefined;
}
