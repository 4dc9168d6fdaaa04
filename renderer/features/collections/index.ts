export { openAddToDialog } from './dialogs/add-to-dialog.tsx';
