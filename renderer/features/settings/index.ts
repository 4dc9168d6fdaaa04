export { useChangeSettings, useSettingValues } from './settings-queries.ts';
