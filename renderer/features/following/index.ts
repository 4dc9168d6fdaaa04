export { openFollowDialog } from './follow-dialog.tsx';
