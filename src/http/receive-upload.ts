import type { Readable } from 'node:stream';
import type { Catalogue, Content } from '../content/catalogue.ts';
import { NodeError } from '../core/node-error.ts';
import { checkDigest, HashingPassage, sha256Of } from './digests.ts';
import type { RequestContext } from './endpoint.ts';
import { readFilePart } from './multipart.ts';

/** What the headers of an upload say about it. */
export interface UploadHeaders {
  /** Base64 of the UTF-8 name, for a plain body. */
  fileName: string | undefined;
  contentDigest?: string | undefined;
  reprDigest?: string | undefined;
}

export interface UploadReceiverOptions {
  catalogue: Pick<Catalogue, 'store'>;
  maxUploadBytes: number;
  /** How many may run at once; further ones are answered `too_busy`. */
  concurrent: number;
}

type Stored = { content: Content; alreadyStored: boolean };

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

  /** @throws NodeError `too_busy`, `digest_mismatch`, `invalid_request` and what `Catalogue.store` throws */
  async receive(context: RequestContext, uploadedBy: string, headers: UploadHeaders): Promise<Stored> {
    if (this.#running >= this.#options.concurrent) {
      throw new NodeError('too_busy', 'Too many uploads at once. Try again in a moment.', {
        headers: { 'Retry-After': '5' },
      });
    }
    this.#running += 1;
    try {
      const multipart = /^multipart\/form-data\b/i.test(context.request.headers['content-type'] ?? '');
      return await (multipart ? this.#multipart : this.#plain).call(this, context, uploadedBy, headers);
    } finally {
      this.#running -= 1;
    }
  }

  #plain(context: RequestContext, uploadedBy: string, headers: UploadHeaders): Promise<Stored> {
    const { request } = context;
    const length = request.headers['content-length'];
    return this.#options.catalogue.store({
      source: request,
      declaredType: request.headers['content-type'],
      fileName: headers.fileName && Buffer.from(headers.fileName, 'base64').toString('utf8'),
      uploadedBy,
      sizeHint: length === undefined ? undefined : Number(length),
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
