import type { Readable } from 'node:stream';
import type { Catalogue, Stored } from '../content/catalogue.ts';
import type { PartUploads, Uploader, UploadProgress } from '../content/part-uploads.ts';
import { NodeError } from '../core/node-error.ts';
import { checkDigest, HashingPassage, sha256Of } from './digests.ts';
import type { RequestContext } from './endpoint.ts';
import { readFilePart } from './multipart.ts';
import { type PartHeaders, receivePart } from './receive-part.ts';
import { announcedLength, fileNameOf, isForm, type UploadHeaders } from './upload-headers.ts';

export interface UploadReceiverOptions {
  catalogue: Pick<Catalogue, 'store'>;
  parts: PartUploads;
  maxUploadBytes: number;
  /** How many may run at once; further ones are answered `too_busy`. */
  concurrent: number;
}

/** What a multipart body may take besides the file. */
const multipartOverhead = 64 * 1024;

/** Takes uploads off requests, streaming, for every listener; at most so many at once. */
export class UploadReceiver {
  readonly #options: UploadReceiverOptions;
  /** Larger bodies are refused by their announced length. */
  readonly maxBodyBytes: number;
  #running = 0;

  constructor(options: UploadReceiverOptions) {
    this.#options = options;
    this.maxBodyBytes = options.maxUploadBytes + multipartOverhead;
  }

  /** Takes a whole file. @throws NodeError `too_busy`, `digest_mismatch`, `invalid_request` and what `Catalogue.store` throws */
  receive(context: RequestContext, uploadedBy: string, headers: UploadHeaders): Promise<Stored> {
    const receive = isForm(context.request) ? this.#multipart : this.#plain;
    return this.#counted(() => receive.call(this, context, uploadedBy, headers));
  }

  /** Takes a part of a file. @throws NodeError `too_busy`, `digest_mismatch`, `invalid_request` and what `PartUploads` throws */
  receivePart(
    context: RequestContext,
    uploader: Uploader,
    headers: PartHeaders,
  ): Promise<UploadProgress | Stored> {
    return this.#counted(() => receivePart(this.#options.parts, context, uploader, headers));
  }

  async #counted<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#options.concurrent) {
      throw new NodeError('too_busy', 'Too many uploads at once. Try again in a moment.', {
        headers: { 'Retry-After': '5' },
      });
    }
    this.#running += 1;
    try {
      return await task();
    } finally {
      this.#running -= 1;
    }
  }

  #plain(context: RequestContext, uploadedBy: string, headers: UploadHeaders): Promise<Stored> {
    const { request } = context;
    return this.#options.catalogue.store({
      source: request,
      declaredType: request.headers['content-type'],
      fileName: fileNameOf(headers),
      uploadedBy,
      sizeHint: announcedLength(request),
      signal: context.signal(),
      check: ({ sha256 }) => {
        checkDigest(sha256Of(headers.contentDigest), sha256, 'Content-Digest');
        checkDigest(sha256Of(headers.reprDigest), sha256, 'Repr-Digest');
      },
    });
  }

  async #multipart(context: RequestContext, uploadedBy: string, headers: UploadHeaders): Promise<Stored> {
    const { request } = context;
    const digests = [sha256Of(headers.contentDigest), sha256Of(headers.reprDigest)] as const;
    const hashing = digests.some((digest) => digest) ? new HashingPassage() : undefined;
    const body: Readable = hashing ? request.pipe(hashing) : request;
    const file = await readFilePart(request, body);
    return this.#options.catalogue.store({
      source: file.source,
      declaredType: file.contentType,
      fileName: file.fileName,
      uploadedBy,
      sizeHint: undefined,
      signal: AbortSignal.any([context.signal(), file.broken]),
      check: async () => {
        await file.rest;
        if (!hashing) return;
        const actual = hashing.digest();
        checkDigest(digests[0], actual, 'Content-Digest');
        checkDigest(digests[1], actual, 'Repr-Digest');
      },
    });
  }
}
