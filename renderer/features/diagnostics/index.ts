export { CheckItem } from './check-item.tsx';
export { openReport } from './report-dialog.tsx';
export { openSelfTest } from './self-test-dialog.tsx';
