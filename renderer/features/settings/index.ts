export { type LimitField, LimitsForm } from './limits-form.tsx';
export { generalSettingUrl, settingUrl } from './sections.ts';
export { generalSettingsOf, matches, settingNamesOf, wordsOf } from './settings-filter.ts';
export { useChangeSettings, useSettings, useSettingValues } from './settings-queries.ts';
export { SettingsSections } from './settings-sections.tsx';
