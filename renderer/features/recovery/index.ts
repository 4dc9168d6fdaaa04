export { RestoreCard } from './restore-card.tsx';
