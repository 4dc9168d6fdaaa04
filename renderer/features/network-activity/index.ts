export { NetworkActivityCard } from './network-activity-card.tsx';
export { useSync } from './network-activity-queries.ts';
export { PauseIndicator } from './pause-indicator.tsx';
export { pauseLabel, syncLabel } from './pause-labels.ts';
export { PauseSwitch } from './pause-switch.tsx';
