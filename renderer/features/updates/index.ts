export { UpdatesCard } from './updates-card.tsx';
