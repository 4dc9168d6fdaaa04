import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Caller } from '../../core/caller.ts';
import { abortable } from '../../core/concurrency/abortable.ts';
import type { RequestContext } from '../../platform/http/endpoint/endpoint.ts';
import { checkDigest, HashingTransform, sha256Of } from '../../platform/http/file-responses/digests.ts';
import { readFilePart } from '../../platform/http/multipart/multipart.ts';
import type { Catalogue, IncomingContent, StoreResult } from '../content/index.ts';
import type { PartUploads, UploadProgress } from './part-uploads.ts';
import { type PartHeaders, receivePart } from './receive-part.ts';
import { announcedLength, fileNameOf, isForm, type UploadHeaders } from './upload-headers.ts';
import type { UploadSlot } from './upload-slot.ts';
import { UploadSlots } from './upload-slots.ts';

export interface UploadReceiverOptions {
  catalogue: Pick<Catalogue, 'store'>;
  parts: PartUploads;
  maxUploadBytes: number;
  /** Number of slots; see `UploadSlots`. */
  slots: number;
}

/** The uploading user, and the progress callback. */
export type UploadedBy = Pick<IncomingContent, 'uploadedBy' | 'onProgress'>;

type Arriving = UploadedBy & Pick<IncomingContent, 'signal'>;

/** Limit of a multipart body in addition to the file. */
const multipartOverhead = 64 * 1024;

/** Streams uploads from requests into the store, for every listener. */
export class UploadReceiver {
  readonly #options: UploadReceiverOptions;
  /** Bodies with a larger announced length are refused. */
  readonly maxBodyBytes: number;
  readonly #slots: UploadSlots;

  constructor(options: UploadReceiverOptions) {
    this.#options = options;
    this.#slots = new UploadSlots(options);
    this.maxBodyBytes = options.maxUploadBytes + multipartOverhead;
  }

  /**
   * Receives a whole file.
   * @throws NodeError `too_busy`, `request_timeout` for a slow sender, `digest_mismatch`, `invalid_request` and the
   *   errors of `Catalogue.store`
   */
  receive(context: RequestContext, by: UploadedBy, headers: UploadHeaders): Promise<StoreResult> {
    const receive = isForm(context.request) ? this.#multipart : this.#plain;
    return this.#inSlot(context, by.uploadedBy, (slot) => {
      let arrived = 0;
      const onProgress = (bytes: number) => {
        slot.arrive(bytes - arrived);
        arrived = bytes;
        by.onProgress?.(bytes);
      };
      return receive.call(this, context.request, { ...by, onProgress, signal: slot.signal }, headers);
    });
  }

  /**
   * Receives a part of a file; the arrived bytes of a slow part are kept.
   * @throws as `receive`, and the errors of `PartUploads`
   */
  receivePart(
    context: RequestContext,
    caller: Pick<Caller, 'principal' | 'user'>,
    headers: PartHeaders,
  ): Promise<UploadProgress | StoreResult> {
    return this.#inSlot(context, caller.user, (slot) => {
      const { principal, user } = caller;
      return receivePart(
        this.#options.parts,
        {
          request: context.request,
          uploader: { principal, user, address: context.address },
          signal: slot.signal,
          onProgress: (bytes) => slot.arrive(bytes),
        },
        headers,
      );
    });
  }

  async #inSlot<T>(
    context: RequestContext,
    user: string,
    task: (slot: UploadSlot) => Promise<T>,
  ): Promise<T> {
    const slot = this.#slots.acquire({ user, address: context.address }, context.request);
    const disconnected = context.signal();
    const end = () => slot.end(disconnected.reason);
    disconnected.addEventListener('abort', end);
    if (disconnected.aborted) end();
    try {
      return await task(slot);
    } finally {
      disconnected.removeEventListener('abort', end);
      this.#slots.release(slot);
    }
  }

  #plain(request: IncomingMessage, by: Arriving, headers: UploadHeaders): Promise<StoreResult> {
    return this.#options.catalogue.store({
      ...by,
      source: request,
      declaredType: request.headers['content-type'],
      fileName: fileNameOf(headers),
      sizeHint: announcedLength(request),
      check: ({ sha256 }) => {
        checkDigest(sha256Of(headers.contentDigest), sha256, 'Content-Digest');
        checkDigest(sha256Of(headers.reprDigest), sha256, 'Repr-Digest');
      },
    });
  }

  async #multipart(request: IncomingMessage, by: Arriving, headers: UploadHeaders): Promise<StoreResult> {
    const digests = [sha256Of(headers.contentDigest), sha256Of(headers.reprDigest)] as const;
    const hashing = digests.some((digest) => digest) ? new HashingTransform() : undefined;
    const body: Readable = hashing ? request.pipe(hashing) : request;
    const file = await abortable(readFilePart(request, body), by.signal);
    return this.#options.catalogue.store({
      ...by,
      source: file.source,
      declaredType: file.contentType,
      fileName: file.fileName,
      sizeHint: undefined,
      signal: AbortSignal.any([by.signal, file.broken]),
      check: async () => {
        // The body may continue after the file.
        await abortable(file.rest, by.signal);
        if (!hashing) return;
        const actual = hashing.digest();
        checkDigest(digests[0], actual, 'Content-Digest');
        checkDigest(digests[1], actual, 'Repr-Digest');
      },
    });
  }
}
