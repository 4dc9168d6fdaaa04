export { practiceEndpoints } from './endpoints/dashboard/index.ts';
export type { PracticeApi } from './endpoints/dashboard/practice-api.ts';
export { type PracticeLauncher, PracticeNetwork } from './practice-network.ts';
