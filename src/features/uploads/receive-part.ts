import type { IncomingMessage } from 'node:http';
import { NodeError } from '../../core/node-error.ts';
import { checkDigest, sha256Of } from '../../platform/http/file-responses/digests.ts';
import type { Stored } from '../content/index.ts';
import type { PartUploads, Uploader, UploadProgress } from './part-uploads.ts';
import { announcedLength, fileNameOf, isForm, type UploadHeaders } from './upload-headers.ts';

/** Headers of a part. */
export interface PartHeaders extends UploadHeaders {
  /** From the response to the first part; the first part has none. */
  uploadId: string | undefined;
  /** In bytes. */
  start: number | undefined;
  last: boolean;
}

/** A part in a request. */
export interface ArrivingPart {
  request: IncomingMessage;
  uploader: Uploader;
  /** Aborting it ends the part. */
  signal: AbortSignal;
  /** Receives the number of new bytes as they arrive. */
  onProgress: (bytes: number) => void;
}

/** Returns whether a request carries a part of a file, not the whole. */
export const isPart = ({ uploadId, start, last }: PartHeaders): boolean =>
  uploadId !== undefined || (start !== undefined && (start !== 0 || !last));

/**
 * Stores one part from a request.
 * @throws NodeError `invalid_request` and the errors of `PartUploads`
 */
export async function receivePart(
  uploads: PartUploads,
  { request, uploader, signal, onProgress }: ArrivingPart,
  headers: PartHeaders,
): Promise<UploadProgress | Stored> {
  const { uploadId, start, last, contentDigest } = headers;
  const expected = sha256Of(contentDigest);
  const part = {
    source: request,
    sizeHint: announcedLength(request),
    signal,
    onProgress,
    check: expected && ((sha256: Buffer) => checkDigest(expected, sha256, 'Content-Digest')),
  };
  if (isForm(request)) throw invalid('content-type', 'a part is the bytes themselves, not a form');
  if (uploadId === undefined) {
    if (start !== 0)
      throw invalid('x-upload-id', 'every part but the first needs the upload_id of its answer');
    const declaredType = request.headers['content-type'];
    return uploads.begin(uploader, { fileName: fileNameOf(headers), declaredType }, part);
  }
  if (start === undefined) throw invalid('x-chunk-start', 'a part needs the offset where it begins');
  const placed = { ...part, offset: start };
  if (!last) return uploads.append(uploadId, uploader.principal, placed);
  return uploads.finish(uploadId, uploader.principal, placed, ({ sha256 }) =>
    checkDigest(sha256Of(headers.reprDigest), sha256, 'Repr-Digest'),
  );
}

const invalid = (header: string, message: string): NodeError =>
  new NodeError('invalid_request', `The header ${header} is not right: ${message}.`, {
    errors: [{ path: `headers.${header}`, message }],
  });
