export { openBlockDialog } from './block-form.tsx';
export { useBlocked } from './blocking-queries.ts';
