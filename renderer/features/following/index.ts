export { openFollowDialog } from './follow-dialog.tsx';
export { useSubscribe, useSubscriptions, useUnsubscribe } from './following-queries.ts';
