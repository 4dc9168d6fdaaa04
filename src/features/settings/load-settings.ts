import {
  type SettingsSources,
  settingsFromArguments,
  settingsFromEnvironment,
  settingsFromFile,
} from '../../core/settings.ts';

/**
 * Reads the settings at the start from all sources except the dashboard.
 * @param assignments `section.name=value` of the command line, with the highest precedence
 * @throws SettingsError
 */
export const readSettingsSources = (dataDir: string, assignments: readonly string[]): SettingsSources => ({
  file: settingsFromFile(dataDir),
  environment: settingsFromEnvironment(process.env),
  commandLine: settingsFromArguments(assignments),
});
