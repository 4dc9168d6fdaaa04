export { RecoveryCard } from './recovery-card.tsx';
