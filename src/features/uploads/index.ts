export { headUploadEndpoint } from './endpoints/head-upload.ts';
export { postStorageEndpoint } from './endpoints/post-storage.ts';
export { PartUploads } from './part-uploads.ts';
export { PartUploadRepository } from './repository/part-upload-repository.ts';
export { UploadReceiver } from './upload-receiver.ts';
