import { createHash } from 'node:crypto';
import { LatestWins } from '../../core/concurrency/latest-wins.ts';
import { TaskTracker } from '../../core/concurrency/task-tracker.ts';
import { secretToken } from '../../core/ids.ts';
import { message } from '../../core/messages/message.ts';
import { NodeError, shuttingDown } from '../../core/node-error.ts';
import { pump } from '../../platform/blobs/write/pump.ts';
import type { Content, NewContentDetails, StoreResult } from '../content/index.ts';
import type { PartUploadRow } from './repository/part-upload-repository.ts';
import { type PartBytes, UnfinishedUploads, type UnfinishedUploadsOptions } from './unfinished-uploads.ts';
import { superseded } from './upload-problems.ts';

const hourMs = 60 * 60 * 1000;
/** Time from the last part until an upload expires, in milliseconds. */
const lifetimeMs = 24 * hourMs;
/** Media types are cut to this length; a longer one counts as unknown. */
const longestType = 256;

/** The uploading principal (the session's user or an API token), and the user who will own the content. */
export interface Uploader {
  principal: string;
  user: string;
  /** The address as rate limits count it. */
  address: string;
}

/** A part of a file that has started to arrive. */
export interface IncomingPart extends PartBytes {
  /** Position in the file, in bytes. */
  offset: number;
}

/** Progress of an upload. */
export interface UploadProgress {
  uploadId: string;
  /** Synced bytes: the offset of the next part. */
  currentSize: number;
}

/**
 * Receives uploads in parts; a newer request for an upload replaces an older one. Acknowledged bytes survive a crash,
 * and an interrupted part keeps its arrived bytes, unless its sender stated a hash.
 */
export class PartUploads {
  readonly #options: UnfinishedUploadsOptions;
  readonly #unfinished: UnfinishedUploads;
  readonly #requests = new LatestWins();
  readonly #running = new TaskTracker();
  readonly #closing = new AbortController();
  #collecting: NodeJS.Timeout | undefined;

  constructor(options: UnfinishedUploadsOptions) {
    this.#options = options;
    this.#unfinished = new UnfinishedUploads(options);
  }

  /** Resumes the uploads of the last run, and starts to remove expired ones; called after the blob store was opened. */
  async open(): Promise<void> {
    await this.#unfinished.open();
    await this.collectExpired();
    const collect = () =>
      this.collectExpired().catch((error: unknown) =>
        this.#options.logger.error({ err: error }, 'expired uploads could not be removed'),
      );
    this.#collecting = setInterval(collect, hourMs);
  }

  /** Aborts running requests; resolves when their bytes are synced. */
  async close(): Promise<void> {
    clearInterval(this.#collecting);
    this.#closing.abort(shuttingDown('storage.uploadPaused'));
    await this.#running.settled();
  }

  /**
   * Receives the first part of several; a failure leaves nothing behind, because its sender has no id yet.
   * @throws NodeError `rate_limited` for too many unfinished uploads, `payload_too_large`, `insufficient_storage`; the
   *   errors of the part's check, the reason of its signal, the error of its source
   */
  async begin(
    { principal, user, address }: Uploader,
    { fileName, declaredType }: Pick<NewContentDetails, 'fileName' | 'declaredType'>,
    part: PartBytes,
  ): Promise<UploadProgress> {
    const row = {
      id: secretToken(),
      principal,
      userId: user,
      fileName: fileName ?? null,
      declaredType: declaredType?.slice(0, longestType) ?? null,
      size: 0,
      sha256: null,
      lastPartAt: 0,
    };
    const signal = AbortSignal.any([part.signal, this.#closing.signal]);
    const currentSize = await this.#running.add(this.#unfinished.begin(row, address, { ...part, signal }));
    return { uploadId: row.id, currentSize };
  }

  /**
   * Receives a part that is neither the first nor the last.
   * @throws as `begin`, and NodeError `upload_not_found`, `offset_mismatch` with the offset to continue at as
   *   `current_size`
   */
  append(uploadId: string, principal: string, part: IncomingPart): Promise<UploadProgress> {
    return this.#inTurn(uploadId, principal, part, async (row, ownPart) => {
      const content = this.#contentOf(row);
      if (content || part.offset !== row.size) throw wrongOffset((content ?? row).size);
      return { uploadId, currentSize: await this.#unfinished.append(row, ownPart) };
    });
  }

  /**
   * Receives the last part and stores the content. A repeated last part, e.g. after a lost response, gets the same
   * response. An upload whose complete content `check` refuses is removed.
   * @throws as `append`, and the errors of `check`
   */
  finish(
    uploadId: string,
    principal: string,
    part: IncomingPart,
    check?: NewContentDetails['check'],
  ): Promise<StoreResult> {
    return this.#inTurn(uploadId, principal, part, async (row, ownPart) => {
      const content = this.#contentOf(row);
      if (content) {
        await discardRepeatedPart(ownPart, content.size);
        await check?.(content);
        // The user may not own the content yet: the node may have crashed, or the content may have been removed and
        // uploaded again by others.
        return {
          content: await this.#options.catalogue.addOwner(content.sha256, row.userId),
          alreadyStored: true,
        };
      }
      if (part.offset !== row.size) throw wrongOffset(row.size);
      return this.#unfinished.finish(row, ownPart, check);
    });
  }

  /** Copies the progress that other replicas have recorded; undefined in a standalone node. */
  refresh(): Promise<void> | undefined {
    return this.#options.uploads.refresh();
  }

  /** Returns the progress of an upload. @throws NodeError `upload_not_found` */
  progressOf(uploadId: string, principal: string): UploadProgress {
    const row = this.#find(uploadId, principal);
    const content = row.sha256 ? this.#options.catalogue.find(row.sha256) : undefined;
    return { uploadId, currentSize: content?.size ?? row.size };
  }

  async collectExpired(): Promise<void> {
    const time = this.#options.clock() - lifetimeMs;
    for (const { id } of this.#options.uploads.olderThan(time)) {
      if (!this.#requests.isRunning(id)) await this.#running.add(this.#unfinished.removeIdle(id, time));
    }
  }

  async #inTurn<T>(
    id: string,
    principal: string,
    part: IncomingPart,
    task: (row: PartUploadRow, part: IncomingPart) => Promise<T>,
  ): Promise<T> {
    // Without a listener, an error of the source before the part's turn would end the process.
    part.source.on('error', () => {});
    const refreshed = this.refresh();
    if (refreshed) await refreshed;
    const { size } = this.#find(id, principal);
    const ending = AbortSignal.any([part.signal, this.#closing.signal]);
    return this.#running.add(
      this.#requests.run(id, superseded(size), ending, (signal) =>
        task(this.#find(id, principal), { ...part, signal }),
      ),
    );
  }

  #find(id: string, principal: string): PartUploadRow {
    const row = this.#options.uploads.get(id);
    if (row?.principal !== principal || row.lastPartAt < this.#options.clock() - lifetimeMs) throw notFound();
    return row;
  }

  /**
   * Returns the content of a complete upload.
   * @throws NodeError `upload_not_found` when the content was removed
   */
  #contentOf(row: PartUploadRow): Content | undefined {
    if (!row.sha256) return undefined;
    const content = this.#options.catalogue.find(row.sha256);
    if (!content) throw notFound();
    return content;
  }
}

/**
 * Reads and discards a part that is already stored, because its sender receives the response only after the last byte.
 */
async function discardRepeatedPart(
  { source, offset, signal, check }: IncomingPart,
  size: number,
): Promise<void> {
  const hash = check && createHash('sha256');
  let end = offset;
  const reading = pump(source, (chunk) => {
    end += chunk.length;
    if (end > size) throw wrongOffset(size);
    hash?.update(chunk);
    return undefined;
  });
  signal.addEventListener('abort', () => reading.stop(signal.reason), { once: true });
  await reading.done;
  if (end !== size) throw wrongOffset(size);
  if (hash) check?.(hash.digest());
}

const notFound = (): NodeError => new NodeError('upload_not_found', 'storage.uploadNotFound');

const wrongOffset = (currentSize: number): NodeError =>
  new NodeError('offset_mismatch', message('storage.uploadOffset', { offset: currentSize }), {
    members: { current_size: currentSize },
  });
