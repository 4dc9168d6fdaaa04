export { useUpdateState } from './update-state.ts';
export { UpdatesCard } from './updates-card.tsx';
