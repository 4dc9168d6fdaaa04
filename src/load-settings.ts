import type { Settings, SettingsInput } from './contract/settings.ts';
import {
  resolveSettings,
  settingsFromArguments,
  settingsFromEnvironment,
  settingsFromFile,
} from './core/settings.ts';

/**
 * The settings of a start, from everywhere they are given (protocol, section 8).
 * @param assignments `section.name=value` of the command line, the strongest
 * @returns what they are with these changes of the dashboard; may be asked again when those change
 * @throws SettingsError
 */
export function settingsLoader(
  dataDir: string,
  assignments: readonly string[],
): (dashboard: SettingsInput) => Settings {
  const file = settingsFromFile(dataDir);
  const environment = settingsFromEnvironment(process.env);
  const commandLine = settingsFromArguments(assignments);
  return (dashboard) => resolveSettings(file, dashboard, environment, commandLine);
}
