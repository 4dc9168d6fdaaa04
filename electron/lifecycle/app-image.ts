import { dirname, join, sep } from 'node:path';

/**
 * Returns the path of this app's AppImage. The environment variable alone does not suffice, because another AppImage
 * may have started this app.
 */
export function ownAppImage(): string | undefined {
  const { APPIMAGE: file, APPDIR: mounted } = process.env;
  const runsFrom = dirname(process.execPath);
  const isOurs = mounted !== undefined && `${runsFrom}${sep}`.startsWith(join(mounted, sep));
  return isOurs ? file : undefined;
}
