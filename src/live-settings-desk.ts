import type { LiveSettings, LiveSettingsEdit } from './contract/local-network.ts';
import type { Settings, SettingsInput } from './contract/settings.ts';
import { NodeError } from './core/node-error.ts';
import type { SettingsLayer } from './core/settings.ts';

export interface LiveSettingsOptions {
  resolveSettings: (dashboard: SettingsInput) => Settings;
  settingsStore: SettingsLayer;
}

/** The settings that the dashboard changes while the node runs; whoever goes by them is told. */
export class LiveSettingsDesk {
  /** All settings, as they were when the node started. */
  readonly atStart: Settings;
  readonly #options: LiveSettingsOptions;
  readonly #listeners: ((settings: LiveSettings) => void)[] = [];
  #now: LiveSettings;

  /** @throws SettingsError */
  constructor(options: LiveSettingsOptions) {
    this.#options = options;
    this.atStart = options.resolveSettings(options.settingsStore.read());
    this.#now = livePart(this.atStart);
  }

  get(): LiveSettings {
    return this.#now;
  }

  /** Calls `listener` with the settings as they are, now and after each change. */
  follow(listener: (settings: LiveSettings) => void): void {
    this.#listeners.push(listener);
    listener(this.#now);
  }

  /**
   * Changes what is given, for good.
   * @throws NodeError `invalid_request` for what the command line or the environment fixes; then nothing changes
   */
  change(edit: LiveSettingsEdit): LiveSettings {
    this.#now = livePart(this.check(edit as SettingsInput));
    this.keep(edit as SettingsInput);
    for (const listener of this.#listeners) listener(this.#now);
    return this.#now;
  }

  /**
   * Whether settings can be changed at all.
   * @returns all settings as they would be
   * @throws NodeError `invalid_request` for what the command line or the environment fixes
   */
  check(changes: SettingsInput): Settings {
    const { settingsStore, resolveSettings } = this.#options;
    const changed = resolveSettings(layered(settingsStore.read(), changes));
    const fixed = differing(changes, changed);
    if (fixed.length === 0) return changed;
    throw new NodeError(
      'invalid_request',
      `${fixed.join(' and ')} cannot be changed here: the command line or the environment of the node fixes it.`,
      { errors: fixed.map((name) => ({ path: `body.${name}`, message: 'is fixed' })) },
    );
  }

  /** Remembers changes for the next start; they have been checked. */
  keep(changes: SettingsInput): void {
    this.#options.settingsStore.write(changes);
  }
}

function livePart({ network, storage }: Settings): LiveSettings {
  return {
    network: {
      paused: network.paused,
      pause_on_metered: network.pause_on_metered,
      pause_on_battery: network.pause_on_battery,
      down_bytes_per_s: network.down_bytes_per_s ?? null,
      up_bytes_per_s: network.up_bytes_per_s ?? null,
    },
    storage: {
      copies_bytes: storage.copies_bytes,
      quota_bytes: storage.quota_bytes ?? null,
      check_bytes_per_s: storage.check_bytes_per_s,
      check_days: storage.check_days,
    },
  };
}

type Sections = Record<string, Record<string, unknown> | undefined>;

const layered = (below: SettingsInput, changes: SettingsInput): SettingsInput => ({
  ...below,
  ...Object.fromEntries(
    Object.entries(changes as Sections).map(([section, values]) => [
      section,
      { ...(below as Sections)[section], ...values },
    ]),
  ),
});

/** The names of what was asked for and is otherwise all the same. */
const differing = (changes: SettingsInput, changed: Settings): string[] =>
  Object.entries(changes as Sections).flatMap(([section, values]) =>
    Object.entries(values ?? {})
      .filter(
        ([name, value]) =>
          value !== undefined && ((changed as unknown as Sections)[section]?.[name] ?? null) !== value,
      )
      .map(([name]) => `${section}.${name}`),
  );
