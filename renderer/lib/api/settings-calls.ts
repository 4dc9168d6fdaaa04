import {
  getSettings,
  patchSettings,
  postRestart,
  type SettingsEdit,
  type SettingsState,
} from '../../../src/contract/dashboard-api/settings.ts';
import type { NodeCaller } from './node-calls.ts';

/** What the dashboard asks its node about settings. */
export interface SettingsCalls {
  settings(signal?: AbortSignal): Promise<SettingsState>;
  /** All of it or nothing. */
  changeSettings(edit: SettingsEdit): Promise<SettingsState>;
  /** The node answers, then ends and starts again. */
  restartNode(): Promise<void>;
}

export function settingsCalls({ ask, tell }: NodeCaller): SettingsCalls {
  return {
    settings: (signal) => ask(getSettings, {}, { signal }),
    // The node checks the values; what it takes as text of JSON has no type here.
    changeSettings: (edit) => ask(patchSettings, { body: edit as object }),
    restartNode: () => tell(postRestart, {}),
  };
}
