import type { LiveSettings, LiveSettingsEdit } from './contract/local-network.ts';
import type { Settings, SettingsInput } from './contract/settings.ts';
import { NodeError } from './core/node-error.ts';
import type { SettingsLayer } from './core/settings.ts';

export interface LiveSettingsOptions {
  resolveSettings: (dashboard: SettingsInput) => Settings;
  settingsStore: SettingsLayer;
}

type Section = keyof LiveSettings;

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
    const { settingsStore, resolveSettings } = this.#options;
    const changed = livePart(resolveSettings(layered(settingsStore.read(), edit)));
    const fixed = differing(edit, changed);
    if (fixed.length > 0) {
      throw new NodeError(
        'invalid_request',
        `${fixed.join(' and ')} cannot be changed here: the command line or the environment of the node fixes it.`,
        { errors: fixed.map((name) => ({ path: `body.${name}`, message: 'is fixed' })) },
      );
    }
    settingsStore.write(edit as SettingsInput);
    this.#now = changed;
    for (const listener of this.#listeners) listener(changed);
    return changed;
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

const sections: readonly Section[] = ['network', 'storage'];

const layered = (below: SettingsInput, edit: LiveSettingsEdit): SettingsInput => ({
  ...below,
  ...Object.fromEntries(sections.map((section) => [section, { ...below[section], ...edit[section] }])),
});

/** The names of what was asked for and is otherwise all the same. */
function differing(edit: LiveSettingsEdit, changed: LiveSettings): string[] {
  return sections.flatMap((section) => {
    const now: Record<string, unknown> = changed[section];
    return Object.entries(edit[section] ?? {})
      .filter(([name, value]) => value !== undefined && now[name] !== value)
      .map(([name]) => `${section}.${name}`);
  });
}
