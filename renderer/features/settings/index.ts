export { type Limit, LimitsForm } from './limits-form.tsx';
export { useChangeSettings, useSettingValues } from './settings-queries.ts';
