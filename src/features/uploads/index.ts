export { headUploadEndpoint } from './endpoints/head-upload.ts';
export { postStorageEndpoint } from './endpoints/post-storage.ts';
export { PartUploads } from './part-uploads.ts';
export { PartialUploadRepository } from './repository/partial-upload-repository.ts';
export { UploadReceiver } from './upload-receiver.ts';
