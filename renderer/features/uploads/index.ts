export { AddButton } from './add-button.tsx';
export { AddFilesButton } from './add-files-button.tsx';
export { DropZone } from './drop-zone.tsx';
export { UploadAnnouncer, UploadPanel } from './upload-panel.tsx';
export { isUnderWay } from './upload-queue.ts';
export { UploadRow } from './upload-row.tsx';
export { summarise } from './upload-summary.ts';
export { UploadsProvider, useUploadQueue, useUploads } from './uploads.tsx';
export { useAddFiles } from './use-add-files.ts';
