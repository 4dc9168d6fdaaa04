// Exports that load the TON libraries; only the process of the practice node imports them.
export { startPracticePeople } from './start-practice-people.ts';
export { startPracticeWallet } from './start-practice-wallet.ts';
