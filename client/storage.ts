import { getDecodeContentId, getStorage } from '../src/contract/node-api/serving.ts';
import { postStorage } from '../src/contract/node-api/uploads.ts';
import { notUnderstood } from './alcove-error.ts';
import type { Caller, CallOutput } from './call.ts';
import { decodeFileName, encodeFileName } from './file-name.ts';
import { inBrowser } from './send.ts';
import {
  type StoredContent,
  type UploadInPartsOptions,
  type UploadOptions,
  uploadInParts,
} from './upload-in-parts.ts';
import { openSource, type UploadSource } from './upload-source.ts';

export interface Download {
  body: ReadableStream<Uint8Array>;
  /** Number of bytes in `body`, if the node sends it. */
  size: number | null;
  contentType: string;
  /** Name of the stored file; null if it has none, or if the browser hides the header from another origin. */
  fileName: string | null;
}

export interface DownloadOptions {
  signal?: AbortSignal | undefined;
  /** Only the bytes from `start` to `end`, both inclusive; without `end` to the last byte. */
  range?: { start: number; end?: number } | undefined;
}

export interface StorageCalls {
  /**
   * Streams a file to the node in one request; in browsers a stream is uploaded in parts.
   * @throws AlcoveError, or the signal's reason
   */
  upload(source: UploadSource, options?: UploadOptions): Promise<StoredContent>;
  /**
   * Uploads a file in parts; resumes after lost responses, restarts and, with `uploadId`, earlier attempts.
   * @throws AlcoveError, or the signal's reason
   */
  uploadInParts(source: UploadSource, options?: UploadInPartsOptions): Promise<StoredContent>;
  /** @param id a content id in any encoding */
  download(id: string, options?: DownloadOptions): Promise<Download>;
  decode(id: string): Promise<CallOutput<typeof getDecodeContentId>>;
}

export function storageCalls(caller: Caller): StorageCalls {
  return {
    upload: async (source, options = {}) => {
      const { content, name } = await openSource(source);
      if (content instanceof ReadableStream && inBrowser) {
        return uploadInParts(caller, content, options);
      }
      const fileName = options.name ?? name;
      const type = options.type ?? (content instanceof Blob ? content.type : '');
      const { signal, onProgress } = options;
      const stored = await caller.call(
        postStorage,
        {
          headers: { ...(fileName !== undefined && { 'x-file-name': encodeFileName(fileName) }) },
          body: content,
        },
        { signal, onProgress, headers: type === '' ? {} : { 'Content-Type': type } },
      );
      if ('content_id' in stored) return stored;
      throw notUnderstood(200, [{ path: 'content_id', message: 'is missing' }]);
    },
    uploadInParts: (source, options = {}) => uploadInParts(caller, source, options),
    download: async (id, { signal, range } = {}) => {
      const headers = range && { Range: `bytes=${range.start}-${range.end ?? ''}` };
      const response = await caller.request(
        getStorage,
        { params: { id } },
        { signal, ...(headers && { headers }) },
      );
      const length = response.headers.get('Content-Length');
      return {
        body: response.body ?? new Blob().stream(),
        size: length === null ? null : Number(length),
        contentType: response.headers.get('Content-Type') ?? 'application/octet-stream',
        fileName: decodeFileName(response.headers.get('Content-Disposition') ?? ''),
      };
    },
    decode: (id) => caller.call(getDecodeContentId, { params: { id } }),
  };
}
