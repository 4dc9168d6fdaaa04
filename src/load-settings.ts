import type { Settings } from './contract/settings.ts';
import {
  resolveSettings,
  type SettingsLayer,
  settingsFromArguments,
  settingsFromEnvironment,
  settingsFromFile,
} from './core/settings.ts';

/**
 * The settings of a start, from everywhere they are given (protocol, section 8).
 * @param assignments `section.name=value` of the command line, the strongest
 * @throws SettingsError
 */
export function loadSettings(
  dataDir: string,
  dashboard: SettingsLayer,
  assignments: readonly string[],
): Settings {
  return resolveSettings(
    settingsFromFile(dataDir),
    dashboard.read(),
    settingsFromEnvironment(process.env),
    settingsFromArguments(assignments),
  );
}
