import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import Store from 'electron-store';
import type { Notice } from '../../src/contract/dashboard-api/administration/monitoring.ts';
import { message } from '../../src/contract/messages/message.ts';
import type { SettingsInput } from '../../src/contract/settings.ts';

type Sections = Record<string, Record<string, unknown> | undefined>;

/** Stores the settings of the dashboard in `<dataDir>/dashboard-settings.json`, readable by its owner only. */
export class DashboardSettings {
  /** Notices that name the copy of a file that could not be read. */
  readonly notices: Notice[] = [];
  readonly #path: string;
  readonly #store: Store<Sections>;

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'dashboard-settings.json');
    const open = () =>
      new Store<Sections>({ cwd: dataDir, name: 'dashboard-settings', configFileMode: 0o600 });
    try {
      this.#store = open();
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      const kept = freeName(`${this.#path}.damaged`);
      renameSync(this.#path, kept);
      this.notices.push(damaged(kept));
      this.#store = open();
    }
  }

  /** Whether all settings have their defaults. */
  get isEmpty(): boolean {
    return Object.values(this.#store.store).every((section) => Object.keys(section ?? {}).length === 0);
  }

  /**
   * Removes all settings except the storage folder, because removing that would move the files back. Keeps a copy of
   * the old file.
   */
  reset(): void {
    const folder = this.#store.store.storage?.folder;
    copyFileSync(this.#path, freeName(`${this.#path}.aside`));
    this.#store.store = typeof folder === 'string' ? { storage: { folder } } : {};
  }

  read(): SettingsInput {
    return this.#store.store as SettingsInput;
  }

  /** Sets the settings in `changes` and removes the settings in `dropped`. */
  write(changes: SettingsInput, dropped: readonly string[] = []): void {
    const sections: Sections = this.#store.store;
    for (const [name, values] of Object.entries(changes as Sections)) {
      sections[name] = { ...sections[name], ...values };
    }
    for (const setting of dropped) {
      const [section = '', name = ''] = setting.split('.');
      delete sections[section]?.[name];
    }
    this.#store.store = sections;
  }
}

function freeName(path: string): string {
  let free = path;
  for (let count = 2; existsSync(free); count += 1) free = `${path}-${count}`;
  return free;
}

const damaged = (kept: string): Notice => ({
  code: 'settings_damaged',
  severity: 'warning',
  message: message('startup.settingsReset', { path: kept }),
});
