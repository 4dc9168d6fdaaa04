// Exports that load the TON libraries; only the process of the practice node imports them.
export { startPracticeWallet } from './start-practice-wallet.ts';
