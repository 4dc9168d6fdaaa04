export { practiceEndpoints } from './endpoints/dashboard/index.ts';
export { type PracticeLauncher, PracticeNetwork } from './practice-network.ts';
