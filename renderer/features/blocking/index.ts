export { openBlockDialog } from './block-form.tsx';
export { BlockedCard } from './blocked-card.tsx';
