import { networkInterfaces } from 'node:os';
import type { RecoveryDocument } from '../../contract/recovery-file.ts';
import { isUsableSetting } from '../../core/settings.ts';

type Sections = RecoveryDocument['settings']['file'];

export interface UsableSettings extends Record<'file' | 'dashboard', Sections> {
  /** Former storage folder of the node, which may be on a lost disk or used by another node. */
  formerStorageFolder: string | undefined;
  /** Names of the other unusable settings. */
  leftOut: string[];
}

/**
 * Removes the settings of a recovery file that this computer or this version cannot use, because the node would not
 * start with them.
 */
export function usableSettings({ file, dashboard }: RecoveryDocument['settings']): UsableSettings {
  const leftOut = new Set<string>();
  let formerStorageFolder: string | undefined;
  const usable = (sections: Sections): Sections => {
    const kept: Sections = Object.create(null);
    for (const [section, named] of Object.entries(sections)) {
      for (const [name, value] of Object.entries(named)) {
        const setting = `${section}.${name}`;
        if (setting === 'storage.folder') {
          if (typeof value === 'string') formerStorageFolder ??= value;
        } else if (isUsableSetting(section, name, value) && isPortable(setting, value)) {
          kept[section] = { ...kept[section], [name]: value };
        } else {
          leftOut.add(setting);
        }
      }
    }
    return kept;
  };
  // The dashboard's settings come first, because they have precedence and the first storage folder is reported.
  const parts = { dashboard: usable(dashboard), file: usable(file) };
  return { ...parts, formerStorageFolder, leftOut: [...leftOut] };
}

const files = ['sign_in.wallets_file', 'storage.s3_file', 'node.cluster_file'];

/** Returns whether a setting makes sense on another computer, unlike paths and listening addresses. */
function isPortable(setting: string, value: unknown): boolean {
  if (files.includes(setting)) return false;
  if (setting !== 'node.listen') return true;
  const own = Object.values(networkInterfaces()).flatMap((some = []) => some.map(({ address }) => address));
  return ['127.0.0.1', '::1', 'localhost', '0.0.0.0', '::', ...own].includes(String(value));
}
