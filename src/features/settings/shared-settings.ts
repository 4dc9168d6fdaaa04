import type { SettingsEdit } from '../../contract/dashboard-api/administration/settings.ts';
import {
  isSecretSetting,
  isSettingName,
  type SettingName,
  valuesByName,
} from '../../contract/setting-names.ts';
import type { SettingsInput } from '../../contract/settings.ts';
import { parseJson } from '../../core/parse-json.ts';
import { isUsableSetting, mergeSettings } from '../../core/settings.ts';
import { SecretBox } from '../../crypto/secret-box.ts';
import type { ReplicatedTables } from '../../platform/replication/local-copy.ts';
import type { Commands } from '../../platform/sqlite/commands.ts';
import type { Db, Statement } from '../../platform/sqlite/database.ts';

/** The tables of settings that replicas share. */
export const replicatedSettingTables: ReplicatedTables = { rows: ['node_settings'], counters: [] };

interface StoredSetting {
  name: string;
  value: string;
}

/** Stores what the dashboard of any replica has changed in the settings of the node. */
export class SharedSettings {
  readonly #commands: Commands;
  readonly #secretBox: SecretBox;
  readonly #all: Statement<[], StoredSetting>;
  readonly #set: Statement<[StoredSetting]>;
  readonly #add: Statement<[StoredSetting]>;
  readonly #remove: Statement<[string]>;

  constructor(db: Db, commands: Commands, nodeSecret: Uint8Array) {
    this.#commands = commands;
    this.#secretBox = new SecretBox(nodeSecret, 'setting');
    this.#all = db.prepare('SELECT name, value FROM node_settings');
    const insert = 'INSERT INTO node_settings (name, value) VALUES (@name, @value) ON CONFLICT (name) DO';
    this.#set = db.prepare(`${insert} UPDATE SET value = excluded.value`);
    this.#add = db.prepare(`${insert} NOTHING`);
    this.#remove = db.prepare('DELETE FROM node_settings WHERE name = ?');
  }

  /** Leaves out what only another version has; but nobody else may sign in because of that. */
  read(): SettingsInput {
    const given = this.#all.all().flatMap(({ name, value }) => {
      const [section = '', key = ''] = name.split('.');
      const read = isSettingName(name) ? this.#read(name, value) : undefined;
      if (isUsableSetting(section, key, read) && read !== undefined) return [{ [section]: { [key]: read } }];
      return name === 'sign_in.who' ? [{ sign_in: { who: 'owner' } }] : [];
    });
    return mergeSettings(...given) as SettingsInput;
  }

  /** @param check throws where the settings that all replicas have now cannot be changed like this */
  write({ reset = [], ...changes }: SettingsEdit, check = (): void => {}): Promise<void> {
    const rows = this.#rowsOf(changes);
    return this.#commands.run(() => {
      check();
      for (const row of rows) this.#set.run(row);
      for (const name of reset) this.#remove.run(name);
    });
  }

  /** Adds those of the given settings that no replica has changed. */
  add(settings: SettingsInput): Promise<void> {
    const rows = this.#rowsOf(settings);
    return this.#commands.run(() => {
      for (const row of rows) this.#add.run(row);
    });
  }

  /** Leaves out what only another version has. */
  #rowsOf(settings: SettingsInput): StoredSetting[] {
    const known = valuesByName(settings).filter(([name]) => isSettingName(name));
    return known.map(([name, given]) => {
      const value = JSON.stringify(given);
      const isSecret = isSecretSetting(name);
      return { name, value: isSecret ? this.#secretBox.encrypt(value).toString('base64') : value };
    });
  }

  #read(name: SettingName, value: string): unknown {
    const json = isSecretSetting(name) ? this.#secretBox.decrypt(Buffer.from(value, 'base64')) : value;
    return json === undefined ? undefined : parseJson(json);
  }
}
