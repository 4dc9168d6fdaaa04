export { type Limit, LimitsForm } from './limits-form.tsx';
export { useChangeSettings, useSettings, useSettingValues } from './settings-queries.ts';
