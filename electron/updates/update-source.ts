import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import * as z from 'zod';
import { ownAppImage } from '../lifecycle/app-image.ts';
import { isEncryptedOrLocal } from './update-download.ts';

/** The member `updates` of the app's package.json, which electron-builder.yml writes into the archive of the build. */
const updateSource = z.object({
  /** The folder of `latest*.yml`. */
  feed: z.url().refine(isEncryptedOrLocal),
  /** The public key of the feed's signatures: Ed25519, DER (SPKI) in base64. */
  key: z.base64(),
});
export type UpdateSource = z.infer<typeof updateSource>;

/** Returns the feed of this build, undefined if it has none. */
export function updateSourceOfBuild(): UpdateSource | undefined {
  const { updates } = JSON.parse(readFileSync(join(app.getAppPath(), 'package.json'), 'utf8'));
  return updateSource.nullish().parse(updates) ?? undefined;
}

/** The ways in which a copy of the app was installed, as far as they matter for updates. */
export type Installation = 'replaceable' | 'system_package' | 'not_installed';

/** Returns how this copy of the app was installed. */
export function installationOfApp(): Installation {
  if (process.platform !== 'linux') return app.isPackaged ? 'replaceable' : 'not_installed';
  if (ownAppImage() !== undefined) return 'replaceable';
  return app.getPath('exe').startsWith('/opt/') ? 'system_package' : 'not_installed';
}
