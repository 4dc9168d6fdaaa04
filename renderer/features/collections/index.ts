export { openAddToDialog } from './dialogs/add-to-dialog.tsx';
export { useImportCollection } from './use-import-collection.ts';
