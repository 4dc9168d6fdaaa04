import { readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { app } from 'electron';
import * as z from 'zod';
import { isEncryptedOrLocal } from './update-download.ts';

/** `updates` in the app's package.json, where electron-builder.yml puts it: within what the build seals. */
const updateSource = z.object({
  /** The folder of `latest*.yml`. */
  feed: z.url().refine(isEncryptedOrLocal),
  /** The key that what lies there is signed with: Ed25519, DER (SPKI) in base64. */
  key: z.base64(),
});
export type UpdateSource = z.infer<typeof updateSource>;

/** Where this build looks for newer ones; undefined where it names nothing. */
export function updateSourceOfBuild(): UpdateSource | undefined {
  const { updates } = JSON.parse(readFileSync(join(app.getAppPath(), 'package.json'), 'utf8'));
  return updateSource.nullish().parse(updates) ?? undefined;
}

/** How this copy of the app came onto the system, as far as an update asks. */
export type Installation = 'replaceable' | 'system_package' | 'not_installed';

/** What kind of installation this is. */
export function installationOfApp(): Installation {
  if (process.platform !== 'linux') return app.isPackaged ? 'replaceable' : 'not_installed';
  if (ownAppImage() !== undefined) return 'replaceable';
  return app.getPath('exe').startsWith('/opt/') ? 'system_package' : 'not_installed';
}

/**
 * The AppImage that this app runs from. The environment alone does not tell: what is started from another program's
 * AppImage inherits its variables.
 */
export function ownAppImage(): string | undefined {
  const { APPIMAGE: file, APPDIR: mounted } = process.env;
  const runsFrom = dirname(process.execPath);
  const isOurs = mounted !== undefined && `${runsFrom}${sep}`.startsWith(join(mounted, sep));
  return isOurs ? file : undefined;
}
