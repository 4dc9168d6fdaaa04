export { FirstRunCard } from './first-run-card.tsx';
export { FirstRunHint } from './first-run-hint.tsx';
