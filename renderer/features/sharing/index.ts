export { openShareCollectionDialog } from './share-collection-dialog.tsx';
export { openShareDialog } from './share-dialog.tsx';
export { ShareForBuyers } from './share-for-buyers.tsx';
export { shareKeyLabel, shareStateLabel } from './sharing-labels.ts';
