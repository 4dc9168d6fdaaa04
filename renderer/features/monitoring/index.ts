export { EarningsChart } from './earnings-chart.tsx';
export { earnedOf } from './history-labels.ts';
export { useEarnings, useHistory } from './history-queries.ts';
export { useIsOnlyHere, useOverview } from './monitoring-queries.ts';
export { Notices } from './notices.tsx';
export { RangeSwitch } from './range-switch.tsx';
export { StoredChart } from './stored-chart.tsx';
export { TrafficChart } from './traffic-chart.tsx';
