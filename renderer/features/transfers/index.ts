export { FetchProgress } from './fetch-progress.tsx';
export { transferLabel } from './transfer-labels.ts';
export { useFetchCopy, useTransfers } from './transfer-queries.ts';
export { TransfersIndicator } from './transfers-indicator.tsx';
