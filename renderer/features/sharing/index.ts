export { openShareDialog } from './share-dialog.tsx';
export { ShareForBuyers } from './share-for-buyers.tsx';
export { shareKeyWords, shareStateWords } from './sharing-labels.ts';
