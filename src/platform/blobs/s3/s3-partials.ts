import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { KeyedMutex } from '../../../core/concurrency/keyed-mutex.ts';
import type { TaskTracker } from '../../../core/concurrency/task-tracker.ts';
import { NodeError, StorageUnavailableError } from '../../../core/node-error.ts';
import type { PartialBlobs } from '../partial/partial-blobs.ts';
import type { PartialStore } from '../store/blob-store.ts';
import type { BlobSource, PartOptions, ReceivedPart, StagedBlob } from '../store/blob-types.ts';
import { asReadError, damaged } from '../store/disk-errors.ts';
import { hashesOf, type KnownBytes } from './known-hashes.ts';
import { planSegments } from './part-plan.ts';
import type { S3Client } from './s3-client.ts';
import { bytesOf } from './segment-reads.ts';
import { hashOf } from './segment-upload.ts';
import {
  commonStart,
  newSegmentKey,
  type PartSegment,
  type SegmentIndex,
  segmentsWithin,
  sizeOf,
} from './segments.ts';

/** Uploads of which it is remembered what their local files have. */
const maxKnown = 1_000;
/** Time that the parts in progress have to reach the bucket when the store closes, in ms. */
const closingMs = 5_000;

export interface S3PartialsOptions {
  client: S3Client;
  index: SegmentIndex;
  /** Receives the parts. */
  local: PartialBlobs;
  running: TaskTracker;
  /** Aborted when the store closes. */
  closing: AbortSignal;
  /** Converts a failed request to the problem for the client. */
  send: <T>(request: () => Promise<T>) => Promise<T>;
  stored: (staged: StagedBlob, upload: { id: string; segments: readonly PartSegment[] }) => StagedBlob;
}

/**
 * Stores blobs that arrive in parts as segments in a bucket, so that every replica can continue them. Each part is
 * appended to a file on the local disk, which first gets the bytes that other replicas have received.
 */
export class S3Partials implements PartialStore {
  readonly isReplicated = true;
  readonly #options: S3PartialsOptions;
  /** The segments of which local files consist. A command may have failed to record the last ones. */
  readonly #present = new LRUCache<string, readonly PartSegment[]>({ max: maxKnown });
  readonly #turns = new KeyedMutex();
  readonly #abandoning = new AbortController();

  constructor(options: S3PartialsOptions) {
    this.#options = options;
    const abandon = () => this.#abandoning.abort(options.closing.reason);
    options.closing.addEventListener('abort', () => setTimeout(abandon, closingMs).unref());
  }

  append(id: string, source: BlobSource, options: PartOptions): Promise<ReceivedPart> {
    // The source may fail while the bytes of others are being read.
    if (source instanceof Readable) source.on('error', () => {});
    return this.#inTurn(id, () => this.#append(id, source, options));
  }

  stage(id: string, size: number): Promise<StagedBlob> {
    return this.#inTurn(id, async () => {
      const { index, local, closing, stored } = this.#options;
      let segments = this.#present.get(id) ?? [];
      if (segments.length === 0 || sizeOf(segments) !== size) {
        const recorded = segmentsWithin(index.ofUpload(id), size);
        await this.#fetch(id, recorded, closing);
        segments = await this.#put(id, recorded, { size, end: [] });
      }
      if (!local.isHashed(id, size)) await this.#compare(id, segments);
      return stored(await local.stage(id, size), { id, segments });
    });
  }

  cut(id: string, size: number): Promise<boolean> {
    return this.#inTurn(id, () => {
      this.#present.set(id, segmentsWithin(this.#present.get(id) ?? [], size));
      return this.#options.local.cut(id, size);
    });
  }

  remove(id: string): Promise<void> {
    return this.#inTurn(id, () => {
      this.#present.delete(id);
      return this.#options.local.remove(id);
    });
  }

  reclaim(id: string, sha256: Uint8Array): Promise<boolean> {
    return this.#options.local.reclaim(id, sha256);
  }

  list(): Promise<Map<string, number>> {
    return this.#options.local.list();
  }

  #inTurn<T>(id: string, task: () => Promise<T>): Promise<T> {
    return this.#options.running.add(this.#turns.run(id, task));
  }

  async #append(id: string, source: BlobSource, options: PartOptions): Promise<ReceivedPart> {
    const { index, local, closing } = this.#options;
    closing.throwIfAborted();
    const { start } = options;
    const signal = options.signal ? AbortSignal.any([options.signal, closing]) : closing;
    const recorded = segmentsWithin(index.ofUpload(id), start);
    await this.#fetch(id, recorded, signal, options);
    const { sha256, ...received } = await local
      .append(id, source, { ...options, signal, isHashed: true })
      .catch((error: unknown) => this.#rethrow(error, id, recorded));
    const { size } = received;
    if (size === start) return received;
    const before = sizeOf(recorded) < start ? await this.#keep(id, recorded, start) : recorded;
    const segments = await this.#put(id, before, { size, end: [{ size: size - start, sha256 }] });
    return { ...received, record: () => index.setOfUpload(id, segments) };
  }

  /**
   * Puts acknowledged bytes into the bucket that have arrived before it was set, and records them: the local file, their
   * only copy, gets the name of its blob before the blob is recorded.
   */
  async #keep(id: string, recorded: readonly PartSegment[], size: number): Promise<readonly PartSegment[]> {
    const segments = await this.#put(id, recorded, { size, end: [] });
    await this.#options.index.keepOfUpload(id, segments);
    return segments;
  }

  /** Makes the local file begin with these segments. Those that arrived stay there when it is interrupted. */
  async #fetch(
    id: string,
    segments: readonly PartSegment[],
    signal: AbortSignal,
    { isForGuest = false }: Pick<PartOptions, 'isForGuest'> = {},
  ): Promise<void> {
    let present = commonStart(segments, this.#present.get(id) ?? []);
    for (const segment of segments.slice(present.length)) {
      const start = sizeOf(present);
      if (!(await this.#has(id, segment, start))) {
        await this.#fetchSegment(id, segment, start, { signal, isForGuest });
      }
      present = [...present, segment];
      this.#present.set(id, present);
    }
  }

  /** Returns whether the local file of an earlier run has the bytes of a segment. */
  async #has(id: string, { size, sha256 }: PartSegment, start: number): Promise<boolean> {
    const bytes = this.#options.local.read(id, start, start + size);
    return (await hashOf(bytes).catch(() => undefined))?.equals(sha256) ?? false;
  }

  /** @throws NodeError `upload_not_found` for an object that is missing, or wrong in two responses; `too_busy` */
  async #fetchSegment(
    id: string,
    segment: PartSegment,
    start: number,
    options: Pick<PartOptions, 'signal' | 'isForGuest'>,
  ): Promise<void> {
    const { client, local, closing } = this.#options;
    const check = (sha256: Buffer) => {
      if (!sha256.equals(segment.sha256)) throw damaged();
    };
    const maxBytes = start + segment.size;
    const sizeHint = segment.size;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const reading = { client, segments: [segment], signal: options.signal ?? closing };
        const bytes = bytesOf(reading, 0, segment.size);
        await local.append(id, bytes, { ...options, start, maxBytes, sizeHint, check });
        return;
      } catch (error) {
        const code = error instanceof NodeError ? error.code : undefined;
        if (code === 'content_damaged' && attempt === 1) continue;
        if (code !== 'content_damaged' && code !== 'content_not_found') this.#rethrow(error, id, [segment]);
        throw new NodeError('upload_not_found', 'storage.uploadBytesLost');
      }
    }
  }

  /**
   * Puts the bytes of the local file that are not in `recorded` into new segments; returns all segments.
   * @param file its size, and what is known of the bytes at its end
   * @throws NodeError `content_damaged` where the disk returns other bytes than those that have arrived
   */
  async #put(
    id: string,
    recorded: readonly PartSegment[],
    { size, end }: { size: number; end: readonly KnownBytes[] },
  ): Promise<readonly PartSegment[]> {
    const { client, index, local, send } = this.#options;
    const { kept, sizes } = planSegments(recorded, size);
    const unknown = { size: size - sizeOf(recorded) - sizeOf(end), sha256: undefined };
    const known = [...recorded.slice(kept.length), unknown, ...end];
    const hashes = await this.#hashes(id, { start: sizeOf(kept), sizes, known });
    const planned = sizes.map((bytes) => ({ key: newSegmentKey(), size: bytes }));
    await index.announce(planned.map(({ key }) => key));
    const segments = [...kept];
    for (const [at, segment] of planned.entries()) {
      const start = sizeOf(segments);
      const read = () => local.read(id, start, start + segment.size);
      const sha256 = hashes[at] as Buffer;
      const { signal } = this.#abandoning;
      await send(() => client.put(segment.key, { size: segment.size, sha256, read }, signal));
      segments.push({ ...segment, sha256 });
    }
    this.#present.set(id, segments);
    return segments;
  }

  /** Compares the local file with its segments. @throws NodeError `content_damaged` */
  async #compare(id: string, segments: readonly PartSegment[]): Promise<void> {
    await this.#hashes(id, { start: 0, sizes: [], known: segments });
  }

  /** After damage, the next request reads from the bucket what the local file should be. */
  async #hashes(
    id: string,
    { start, sizes, known }: { start: number; sizes: readonly number[]; known: readonly KnownBytes[] },
  ): Promise<Buffer[]> {
    const bytes = this.#options.local.read(id, start, start + sizeOf(known));
    try {
      return await hashesOf(bytes, sizes, known);
    } catch (error) {
      this.#present.delete(id);
      throw asReadError(error);
    }
  }

  /** A local file that was lost is read again from the bucket by the next request. */
  #rethrow(error: unknown, id: string, recorded: readonly PartSegment[]): never {
    const isLost = error instanceof NodeError && error.code === 'upload_not_found';
    if (!isLost || recorded.length === 0) throw error;
    this.#present.delete(id);
    throw new StorageUnavailableError(error);
  }
}
