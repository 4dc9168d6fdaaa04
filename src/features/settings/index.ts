export { clusterOf, isChainInside, refuseSharedSettings } from './cluster-settings.ts';
export { sourceOf } from './described-settings.ts';
export { settingsEndpoints } from './endpoints/dashboard/index.ts';
export { readSettingsSources } from './load-settings.ts';
export { SettingsService } from './settings-service.ts';
export { tryOutSettings, tryOutShared } from './settings-trial.ts';
export { replicatedSettingTables, SharedSettings } from './shared-settings.ts';
