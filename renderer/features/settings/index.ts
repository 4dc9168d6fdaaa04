export { type Limit, LimitsForm } from './limits-form.tsx';
export { matches, settingNamesOf, wordsOf } from './matches.ts';
export { settingUrl } from './sections.ts';
export { useChangeSettings, useSettings, useSettingValues } from './settings-queries.ts';
export { SettingsSections } from './settings-sections.tsx';
