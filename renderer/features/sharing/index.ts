export { CollectionShareBadge } from './collection-share-badge.tsx';
export { HostSignIn } from './host-sign-in.tsx';
export { openShareCollectionDialog } from './share-collection-dialog.tsx';
export { NoShareHosts, openShareDialog } from './share-dialog.tsx';
export { ShareForBuyers, SharesForBuyers, SignInButton } from './share-for-buyers.tsx';
export { ShareLinks } from './share-links.tsx';
export { shareHostFacts, shareHostName, shareKeyLabel, shareStateLabel } from './sharing-labels.ts';
export { type ShareHost, useHostSignIn, useShareHosts } from './sharing-queries.ts';
export { useHostName } from './use-host-name.ts';
