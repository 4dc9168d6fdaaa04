export { openAddToDialog } from './dialogs/add-to-dialog.tsx';
export { startContentDrag } from './drag/content-drag.ts';
export { DropBar } from './drag/drop-bar.tsx';
export { useCollectionContents } from './use-collection-contents.ts';
export { useImportCollection } from './use-import-collection.ts';
