import type { Readable } from 'node:stream';
import type { Catalogue, Stored, Upload } from '../content/catalogue.ts';
import type { PartUploads, Uploader, UploadProgress } from '../content/part-uploads.ts';
import { ownerId } from '../core/caller.ts';
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
  /** How many may run at once, a quarter of them for one user who is not the owner; more are answered `too_busy`. */
  concurrent: number;
}

/** Who brings a file, and who is told of it. */
export type UploadedBy = Pick<Upload, 'uploadedBy' | 'onProgress'>;

/** What a multipart body may take besides the file. */
const multipartOverhead = 64 * 1024;

/** Takes uploads off requests, streaming, for every listener; at most so many at once. */
export class UploadReceiver {
  readonly #options: UploadReceiverOptions;
  /** Larger bodies are refused by their announced length. */
  readonly maxBodyBytes: number;
  /** How many run, by user. */
  readonly #running = new Map<string, number>();

  constructor(options: UploadReceiverOptions) {
    this.#options = options;
    this.maxBodyBytes = options.maxUploadBytes + multipartOverhead;
  }

  /**
   * Takes a whole file.
   * @throws NodeError `too_busy`, `digest_mismatch`, `invalid_request` and what `Catalogue.store` throws
   */
  receive(context: RequestContext, by: UploadedBy, headers: UploadHeaders): Promise<Stored> {
    const receive = isForm(context.request) ? this.#multipart : this.#plain;
    return this.#counted(by.uploadedBy, () => receive.call(this, context, by, headers));
  }

  /** Takes a part of a file. @throws NodeError `too_busy`, `digest_mismatch`, `invalid_request` and what `PartUploads` throws */
  receivePart(
    context: RequestContext,
    uploader: Uploader,
    headers: PartHeaders,
  ): Promise<UploadProgress | Stored> {
    return this.#counted(uploader.user, () => receivePart(this.#options.parts, context, uploader, headers));
  }

  async #counted<T>(user: string, task: () => Promise<T>): Promise<T> {
    if (this.#isBusyFor(user)) {
      throw new NodeError('too_busy', 'Too many uploads at once. Try again in a moment.', {
        headers: { 'Retry-After': '5' },
      });
    }
    this.#count(user, 1);
    try {
      return await task();
    } finally {
      this.#count(user, -1);
    }
  }

  /** However slowly they send, no user takes the place of all others, nor do all together take the owner's. */
  #isBusyFor(user: string): boolean {
    const { concurrent } = this.#options;
    const all = [...this.#running.values()].reduce((sum, running) => sum + running, 0);
    if (all >= concurrent || user === ownerId) return all >= concurrent;
    const ofOthers = all - this.#runningOf(ownerId);
    return ofOthers >= concurrent * 0.75 || this.#runningOf(user) >= concurrent * 0.25;
  }

  #runningOf(user: string): number {
    return this.#running.get(user) ?? 0;
  }

  #count(user: string, more: 1 | -1): void {
    const running = this.#runningOf(user) + more;
    if (running === 0) this.#running.delete(user);
    else this.#running.set(user, running);
  }

  #plain(context: RequestContext, by: UploadedBy, headers: UploadHeaders): Promise<Stored> {
    const { request } = context;
    return this.#options.catalogue.store({
      ...by,
      source: request,
      declaredType: request.headers['content-type'],
      fileName: fileNameOf(headers),
      sizeHint: announcedLength(request),
      signal: context.signal(),
      check: ({ sha256 }) => {
        checkDigest(sha256Of(headers.contentDigest), sha256, 'Content-Digest');
        checkDigest(sha256Of(headers.reprDigest), sha256, 'Repr-Digest');
      },
    });
  }

  async #multipart(context: RequestContext, by: UploadedBy, headers: UploadHeaders): Promise<Stored> {
    const { request } = context;
    const digests = [sha256Of(headers.contentDigest), sha256Of(headers.reprDigest)] as const;
    const hashing = digests.some((digest) => digest) ? new HashingPassage() : undefined;
    const body: Readable = hashing ? request.pipe(hashing) : request;
    const file = await readFilePart(request, body);
    return this.#options.catalogue.store({
      ...by,
      source: file.source,
      declaredType: file.contentType,
      fileName: file.fileName,
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
