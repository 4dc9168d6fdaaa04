import { dirname, join, sep } from 'node:path';

/**
 * Returns the AppImage that this app runs from. The environment alone is not reliable: processes started from another
 * program's AppImage inherit its variables.
 */
export function ownAppImage(): string | undefined {
  const { APPIMAGE: file, APPDIR: mounted } = process.env;
  const runsFrom = dirname(process.execPath);
  const isOurs = mounted !== undefined && `${runsFrom}${sep}`.startsWith(join(mounted, sep));
  return isOurs ? file : undefined;
}
