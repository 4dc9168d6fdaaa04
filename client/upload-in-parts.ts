import * as z from 'zod';
import { headUpload, postStorage, type storedContent } from '../src/contract/node-api/uploads.ts';
import { AlcoveError, notUnderstood } from './alcove-error.ts';
import type { Caller } from './call.ts';
import { encodeFileName } from './file-name.ts';
import { type PartReader, partsOf, type UploadPart } from './parts.ts';
import { pause } from './retry.ts';
import type { OnProgress } from './send.ts';
import { openSource, type UploadSource } from './upload-source.ts';

export type StoredContent = z.output<typeof storedContent>;

export interface UploadOptions {
  /** The file's own name by default. */
  name?: string | undefined;
  /** Media type. Default: that of the blob; otherwise the node detects it by name and bytes. */
  type?: string | undefined;
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
}

export interface UploadInPartsOptions extends UploadOptions {
  /** Bytes in a part; 16 MiB by default. */
  partBytes?: number | undefined;
  /** Resumes an upload that was begun before, possibly by another process. */
  uploadId?: string | undefined;
  /** Called once the node has the first part, so that the upload can be resumed later. */
  onUploadId?: ((uploadId: string) => void) | undefined;
}

const currentSize = z.coerce.number().int().nonnegative();
const mismatch = z.object({ current_size: z.int().nonnegative() });

/** Limit of consecutive failures without progress. */
const maxFailures = 6;
const firstWaitMs = 250;

/**
 * Uploads in parts. After a lost response, a restart of the node or a different offset there, it resumes with the
 * missing bytes.
 * @throws AlcoveError
 */
export async function uploadInParts(
  caller: Caller,
  source: UploadSource,
  options: UploadInPartsOptions,
): Promise<StoredContent> {
  const { content, name } = await openSource(source);
  const type = options.type ?? (content instanceof Blob ? content.type : '');
  const fileName = options.name ?? name;
  const upload = new PartedUpload(caller, partsOf(content, options.partBytes ?? 16 * 1024 * 1024), options, {
    ...(fileName !== undefined && { 'x-file-name': encodeFileName(fileName) }),
    ...(type !== '' && { 'content-type': type }),
  });
  return upload.run();
}

class PartedUpload {
  readonly #caller: Caller;
  readonly #partAt: PartReader;
  readonly #options: UploadInPartsOptions;
  readonly #headers: Record<string, string>;
  #uploadId: string | undefined;
  /** Number of bytes that the node has received. */
  #at = 0;
  #furthest = 0;
  #failures = 0;

  constructor(
    caller: Caller,
    partAt: PartReader,
    options: UploadInPartsOptions,
    headers: Record<string, string>,
  ) {
    this.#caller = caller;
    this.#partAt = partAt;
    this.#options = options;
    this.#headers = headers;
    this.#uploadId = options.uploadId;
  }

  async run(): Promise<StoredContent> {
    if (this.#uploadId !== undefined) this.#moveTo(await this.#askSize(this.#uploadId));
    for (;;) {
      const part = await this.#partAt(this.#at);
      if (!part) throw outOfReach(this.#at);
      try {
        const stored = await this.#send(part);
        if (stored) return stored;
      } catch (error) {
        await this.#recover(error);
      }
    }
  }

  /** @returns the stored content if this part was the last */
  async #send({ start, bytes, last }: UploadPart): Promise<StoredContent | undefined> {
    const { onProgress, signal } = this.#options;
    const response = await this.#caller.call(
      postStorage,
      {
        headers: {
          'x-chunk-start': String(start),
          'x-last-chunk': last ? '1' : '0',
          ...(this.#uploadId !== undefined && { 'x-upload-id': this.#uploadId }),
        },
        body: bytes,
      },
      {
        signal,
        headers: this.#headers,
        onProgress: onProgress && ((sent) => onProgress(start + sent)),
      },
    );
    if ('content_id' in response) return response;
    if (response.upload_id !== this.#uploadId) this.#options.onUploadId?.(response.upload_id);
    this.#uploadId = response.upload_id;
    this.#moveTo(response.current_size);
    return undefined;
  }

  /** Finds the offset to resume from after a failure; rethrows permanent errors. */
  async #recover(error: unknown): Promise<void> {
    if (!(error instanceof AlcoveError)) throw error;
    this.#failures += 1;
    if (this.#failures > maxFailures) throw error;
    const { data } = mismatch.safeParse(error.members);
    if (error.code === 'offset_mismatch' && data) {
      this.#moveTo(data.current_size);
      return;
    }
    if (!mayPass(error)) throw error;
    await pause(firstWaitMs * 2 ** this.#failures, this.#options.signal);
    if (this.#uploadId === undefined) return;
    await this.#askAgain(this.#uploadId);
  }

  /** If the node is still unreachable, the next part fails and this check runs again. */
  async #askAgain(uploadId: string): Promise<void> {
    try {
      this.#moveTo(await this.#askSize(uploadId));
    } catch (error) {
      if (!(error instanceof AlcoveError) || !mayPass(error)) throw error;
    }
  }

  async #askSize(uploadId: string): Promise<number> {
    const { signal } = this.#options;
    const response = await this.#caller.request(
      headUpload,
      { headers: { 'x-upload-id': uploadId } },
      { signal },
    );
    const size = currentSize.safeParse(response.headers.get('X-Current-Size') ?? undefined);
    if (!size.success)
      throw notUnderstood(response.status, [{ path: 'X-Current-Size', message: 'is no size' }]);
    return size.data;
  }

  #moveTo(size: number): void {
    this.#at = size;
    if (size <= this.#furthest) return;
    this.#furthest = size;
    this.#failures = 0;
  }
}

/** Returns whether a failure may be temporary. Responses to HEAD and those of proxies have a status but no code. */
const mayPass = ({ failure, code, status }: AlcoveError): boolean =>
  failure === 'no_response' ||
  code === 'shutting_down' ||
  code === 'too_busy' ||
  (code === null && (status === 502 || status === 503 || status === 504));

const outOfReach = (at: number): AlcoveError =>
  new AlcoveError({
    failure: 'refused',
    title: 'The upload cannot go on',
    detail: `The node wants it from byte ${at} on, which the source cannot give again. Start the upload anew.`,
    code: 'offset_mismatch',
  });
