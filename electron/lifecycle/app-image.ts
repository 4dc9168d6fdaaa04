import { dirname, join, sep } from 'node:path';

/** Returns the AppImage of this app; the environment alone may come from another program's AppImage. */
export function ownAppImage(): string | undefined {
  const { APPIMAGE: file, APPDIR: mounted } = process.env;
  const runsFrom = dirname(process.execPath);
  const isOurs = mounted !== undefined && `${runsFrom}${sep}`.startsWith(join(mounted, sep));
  return isOurs ? file : undefined;
}
