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

/** Returns whether a file or folder is hidden or of an operating system, so that it is not added with its folder. */
export const isSystemName = (name: string): boolean =>
  name.startsWith('.') || systemNames.has(name.toLowerCase());
