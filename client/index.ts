export { type AlcoveClient, createAlcoveClient } from './alcove-client.ts';
export { AlcoveError, type Failure } from './alcove-error.ts';
export type { Caller, CallerOptions, CallInput, CallOptions, CallOutput } from './call.ts';
export type { ContentFilter, ContentItem, ContentPage } from './content.ts';
export {
  createLocalClient,
  type LocalClient,
  type LocalClientOptions,
  openSession,
  provesSession,
} from './local-client.ts';
export type { OnProgress } from './send.ts';
export type { Download, DownloadOptions } from './storage.ts';
export type { StoredContent, UploadInPartsOptions, UploadOptions } from './upload-in-parts.ts';
export type { UploadSource } from './upload-source.ts';
