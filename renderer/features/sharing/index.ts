export { openShareCollectionDialog } from './share-collection-dialog.tsx';
export { openShareDialog } from './share-dialog.tsx';
export { ShareForBuyers } from './share-for-buyers.tsx';
export { shareHostName, shareKeyLabel, shareStateLabel } from './sharing-labels.ts';
export { useShareHosts } from './sharing-queries.ts';
