import type { IncomingMessage } from 'node:http';
import type { ConstantMessageId } from '../../contract/messages/message.ts';
import { inputErrorAt } from '../../core/messages/input-error.ts';
import { message, toMessage } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import { checkDigest, sha256Of } from '../../platform/http/file-responses/digests.ts';
import type { StoreResult } from '../content/index.ts';
import type { PartUploads, Uploader, UploadProgress } from './part-uploads.ts';
import { announcedLength, fileNameOf, isForm, type UploadHeaders } from './upload-headers.ts';

export interface PartHeaders extends UploadHeaders {
  /** From the response to the first part; the first part has none. */
  uploadId: string | undefined;
  /** In bytes. */
  start: number | undefined;
  last: boolean;
}

/** A request with a part of a file. */
export interface PartRequest {
  request: IncomingMessage;
  uploader: Uploader;
  /** Ends the part when aborted. */
  signal: AbortSignal;
  /** Receives the number of new bytes as they arrive. */
  onProgress: (bytes: number) => void;
}

/** Returns whether a request carries a part of a file, not the whole. */
export const isPart = ({ uploadId, start, last }: PartHeaders): boolean =>
  uploadId !== undefined || (start !== undefined && (start !== 0 || !last));

/** Stores one part from a request. @throws NodeError `invalid_request` and the errors of `PartUploads` */
export async function receivePart(
  uploads: PartUploads,
  { request, uploader, signal, onProgress }: PartRequest,
  headers: PartHeaders,
): Promise<UploadProgress | StoreResult> {
  const { uploadId, start, last, contentDigest } = headers;
  const expected = sha256Of(contentDigest);
  const part = {
    source: request,
    sizeHint: announcedLength(request),
    signal,
    onProgress,
    check: expected && ((sha256: Buffer) => checkDigest(expected, sha256, 'Content-Digest')),
  };
  if (isForm(request)) throw invalid('content-type', 'storage.partNotForm');
  if (uploadId === undefined) {
    if (start !== 0) throw invalid('x-upload-id', 'storage.partNeedsUploadId');
    const declaredType = request.headers['content-type'];
    return uploads.begin(uploader, { fileName: fileNameOf(headers), declaredType }, part);
  }
  if (start === undefined) throw invalid('x-chunk-start', 'storage.partNeedsStart');
  const placed = { ...part, offset: start };
  if (!last) return uploads.append(uploadId, uploader.principal, placed);
  return uploads.finish(uploadId, uploader.principal, placed, ({ sha256 }) =>
    checkDigest(sha256Of(headers.reprDigest), sha256, 'Repr-Digest'),
  );
}

const invalid = (header: string, reason: ConstantMessageId): NodeError =>
  new NodeError('invalid_request', message('storage.partHeader', { header, why: toMessage(reason) }), {
    errors: [inputErrorAt(`headers.${header}`, reason)],
  });
