export { type LimitField, LimitsForm } from './limits-form.tsx';
export { settingUrl } from './sections.ts';
export { matches, settingNamesOf, wordsOf } from './settings-filter.ts';
export { useChangeSettings, useSettings, useSettingValues } from './settings-queries.ts';
export { SettingsSections } from './settings-sections.tsx';
