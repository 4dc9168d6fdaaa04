import { networkInterfaces } from 'node:os';
import type { RecoveryDocument } from '../../contract/recovery-file.ts';
import { isUsableSetting } from '../../core/settings.ts';

type Sections = RecoveryDocument['settings']['file'];

export interface UsableSettings extends Record<'file' | 'dashboard', Sections> {
  /** The former storage folder of the node, which another node may use by now or which may be on a lost disk. */
  formerStorageFolder: string | undefined;
  /** `section.name` of the other unusable settings. */
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
        } else if (isUsableSetting(section, name, value) && isOfAnyMachine(setting, value)) {
          kept[section] = { ...kept[section], [name]: value };
        } else {
          leftOut.add(setting);
        }
      }
    }
    return kept;
  };
  // In order of precedence, because the first storage folder is reported.
  const parts = { dashboard: usable(dashboard), file: usable(file) };
  return { ...parts, formerStorageFolder, leftOut: [...leftOut] };
}

/** Returns false for paths and listening addresses, which belong to the lost computer. */
function isOfAnyMachine(setting: string, value: unknown): boolean {
  if (setting === 'sign_in.wallets_file') return false;
  if (setting !== 'node.listen') return true;
  const own = Object.values(networkInterfaces()).flatMap((some = []) => some.map(({ address }) => address));
  return ['127.0.0.1', '::1', 'localhost', '0.0.0.0', '::', ...own].includes(String(value));
}
