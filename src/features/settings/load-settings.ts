import {
  type GivenSettings,
  settingsFromArguments,
  settingsFromEnvironment,
  settingsFromFile,
} from '../../core/settings.ts';

/**
 * The settings of a start, from everywhere they are given but the dashboard (protocol, section 8).
 * @param assignments `section.name=value` of the command line, the strongest
 * @throws SettingsError
 */
export const givenSettings = (dataDir: string, assignments: readonly string[]): GivenSettings => ({
  file: settingsFromFile(dataDir),
  environment: settingsFromEnvironment(process.env),
  commandLine: settingsFromArguments(assignments),
});
