import type { Writable } from 'node:stream';
import type { ByteRange } from '../../../core/bytes/byte-range.ts';
import type { Lease } from '../../../core/concurrency/leader.ts';
import { TaskTracker } from '../../../core/concurrency/task-tracker.ts';
import { TransientMap } from '../../../core/concurrency/transient-map.ts';
import { hashKey } from '../../../core/hash-key.ts';
import { NodeError, StorageUnavailableError, shuttingDown } from '../../../core/node-error.ts';
import type { BlobQuarantine, BlobReader, BlobStore, PartialStore } from '../store/blob-store.ts';
import {
  type BlobSource,
  blockSize,
  type DiskUsage,
  type StagedBlob,
  type StoredBlob,
  type Verification,
  type Verified,
  type VerifyOptions,
  type WriteOptions,
} from '../store/blob-types.ts';
import type { DiskBlobStore } from '../store/disk-blob-store.ts';
import { LocalCopies, unlessFull, unlessLost } from './local-copies.ts';
import { type S3Bucket, S3Client } from './s3-client.ts';
import { S3Partials } from './s3-partials.ts';
import { SegmentCollector, type SegmentCollectorOptions } from './segment-collector.ts';
import { downloadSegments, hashSegments } from './segment-copies.ts';
import { blocksOf } from './segment-reads.ts';
import { sendSegments } from './segment-sender.ts';
import { uploadSegments } from './segment-upload.ts';
import { SegmentedReader } from './segmented-reader.ts';
import { type Segment, type SegmentIndex, sizeOf, tooManyReads } from './segments.ts';

/** Readers of the bucket at once; each holds up to three blocks in memory. */
const maxReaders = 128;
/** Time in which a stored blob may be rolled back, in ms. */
const rollBackMs = 10_000;

export interface S3BlobStoreOptions extends Pick<SegmentCollectorOptions, 'leader' | 'onError'> {
  bucket: S3Bucket;
  /** Receives uploads, and holds local copies and what was stored before the bucket was set. */
  local: DiskBlobStore;
  index: SegmentIndex;
  /** Limit for local copies, in bytes. */
  cacheBytes: number;
}

/**
 * Stores blobs as immutable segments in a bucket. Uploads arrive on the local disk, are copied into the bucket by
 * `commit`, and stay there as local copies until the space is needed.
 */
export class S3BlobStore implements BlobStore {
  readonly partials: PartialStore;
  readonly quarantine: BlobQuarantine;
  readonly collector: SegmentCollector;
  readonly #options: S3BlobStoreOptions;
  readonly #client: S3Client;
  readonly #copies: LocalCopies;
  readonly #copying = new TransientMap<string, Promise<void>>();
  readonly #running = new TaskTracker();
  readonly #closing = new AbortController();
  #readers = 0;

  constructor(options: S3BlobStoreOptions) {
    const { local, index, onError } = options;
    this.#options = options;
    this.#client = new S3Client(options.bucket);
    this.collector = new SegmentCollector({ ...options, client: this.#client });
    const { signal } = this.#closing;
    const isInBucket = (sha256: Buffer) => index.of(sha256).length > 0;
    this.#copies = new LocalCopies({ limit: options.cacheBytes, local, isInBucket, signal, onError });
    local.reclaimFrom(this.#copies);
    this.partials = new S3Partials({
      client: this.#client,
      index,
      local: local.partials,
      running: this.#running,
      closing: signal,
      send: (request) => this.#send(request),
      stored: (staged, upload) => this.#stored(staged, upload),
    });
    this.quarantine = {
      add: (sha256, lease) => this.#quarantine(sha256, lease),
      list: () => local.quarantine.list(),
      forget: (sha256) => local.quarantine.forget(sha256),
    };
  }

  /** Opens the local disk, without asking the bucket, and starts to delete unused segments hourly. */
  async open(): Promise<void> {
    const { local, index } = this.#options;
    await local.open();
    await local.removeOrphans((hashes) => {
      for (const sha256 of hashes) {
        const segments = index.of(sha256);
        if (segments.length > 0) this.#copies.keep(sha256, sizeOf(segments));
      }
      return hashes.map(() => true);
    });
    this.collector.start();
  }

  async close(): Promise<void> {
    this.#closing.abort(shuttingDown());
    await this.collector.stop();
    await this.#running.settled();
    await this.#copies.settled();
    await this.#options.local.close();
    await this.#client.close();
  }

  async write(source: BlobSource, options: WriteOptions): Promise<StagedBlob> {
    return this.#stored(await this.#options.local.write(source, options));
  }

  async sendTo(
    out: Writable,
    blob: StoredBlob,
    range: ByteRange = { start: 0, end: blob.size - 1 },
  ): Promise<void> {
    // First, because looking up segments takes a seventh of the processor time of a small GET.
    if (await this.#sendCopy(out, blob, range)) return;
    const segments = this.#options.index.of(blob.sha256);
    if (segments.length === 0) return this.#options.local.sendTo(out, blob, range);
    // A blob of one block is copied at its first read.
    if (blob.size <= blockSize && this.#copies.fits(blob.size)) {
      await this.#copy(blob, segments);
      if (await this.#sendCopy(out, blob, range)) return;
    }
    const end = this.#beginReading();
    await sendSegments(out, blob, this.#reading(segments), range).finally(end);
    if (this.#copies.isWorthCopying(blob.sha256, blob.size)) {
      void this.#copy(blob, segments).catch(this.#options.onError);
    }
  }

  async reader(blob: StoredBlob, verified: Verified): Promise<BlobReader> {
    const { local, index } = this.#options;
    const segments = index.of(blob.sha256);
    if (segments.length === 0 || this.#copies.has(blob.sha256)) {
      const opened = await local.reader(blob, verified).catch(segments.length > 0 ? unlessLost : undefined);
      if (opened) return opened;
    }
    const end = this.#beginReading();
    const last = Math.max(0, Math.ceil(blob.size / blockSize) - 1);
    return new SegmentedReader(blob, (first) => blocksOf(this.#reading(segments), blob, first, last), end);
  }

  async has(sha256: Uint8Array): Promise<boolean> {
    const segments = this.#options.index.of(sha256);
    if (segments.length === 0) return this.#options.local.has(sha256);
    const sizes = await Promise.all(segments.map(({ key }) => this.#send(() => this.#client.size(key))));
    return sizes.every((size) => size !== undefined);
  }

  async delete(sha256: Uint8Array): Promise<boolean> {
    const wasStored = await this.#options.index.remove(sha256);
    const wasLocal = await this.#copies.remove(sha256);
    return wasStored || wasLocal;
  }

  async verify(sha256: Uint8Array, options: VerifyOptions = {}): Promise<Verification> {
    this.#closing.signal.throwIfAborted();
    const segments = this.#options.index.of(sha256);
    if (segments.length === 0) return this.#options.local.verify(sha256, options);
    const actual = await this.#running.add(hashSegments(this.#reading(segments), options));
    return { ok: actual?.equals(sha256) ?? false, actual };
  }

  /** Removes files of the local disk; segments without a blob are deleted by the collector. */
  removeOrphans(
    areKnown: (hashes: Buffer[]) => boolean[] | Promise<boolean[]>,
    signal?: AbortSignal,
  ): Promise<number> {
    return this.#options.local.removeOrphans(areKnown, signal);
  }

  /** Returns the space on the local disk; that of copies is free, because they go when it is needed. */
  async usage(): Promise<DiskUsage> {
    const { free, total } = await this.#options.local.usage();
    return { free: free + this.#copies.freeable, total };
  }

  /** @param upload the upload in parts that has become the blob */
  #stored(staged: StagedBlob, upload?: { id: string; segments: readonly Segment[] }): StagedBlob {
    const { sha256 } = staged;
    let segments = upload?.segments ?? [];
    const commit = async () => {
      segments = await this.#commit(staged, upload?.segments);
    };
    return {
      ...staged,
      commit: () => this.#running.add(this.#copies.inTurn(sha256, commit)),
      record: () => this.#options.index.set(sha256, segments, upload?.id),
      rollBack: async () => {
        this.#copies.forget(sha256);
        await this.#options.index.remove(sha256);
        await staged.rollBack();
      },
    };
  }

  /** Copies a complete file into the bucket, unless it is there in parts, and returns its segments. */
  async #commit(staged: StagedBlob, inParts?: readonly Segment[]): Promise<readonly Segment[]> {
    const { local, index } = this.#options;
    const wasLocal = await local.has(staged.sha256);
    this.#copies.forget(staged.sha256);
    await staged.commit();
    const open = () => local.reader(staged, 'verified');
    const { signal } = this.#closing;
    try {
      const upload = () => uploadSegments({ client: this.#client, index, open }, staged, signal);
      const segments = inParts ?? (await this.#send(upload));
      // The caller may still roll it back.
      this.#copies.keep(staged.sha256, staged.size, rollBackMs);
      return segments;
    } catch (error) {
      // A file from before the bucket is the only copy of its content.
      if (!wasLocal) await staged.rollBack();
      else if (index.of(staged.sha256).length > 0) this.#copies.keep(staged.sha256, staged.size);
      throw error;
    }
  }

  /** Sends a local copy, and removes it when it is lost or damaged. Returns false if nothing was sent. */
  async #sendCopy(out: Writable, blob: StoredBlob, range: ByteRange): Promise<boolean> {
    if (!this.#copies.has(blob.sha256)) return false;
    try {
      await this.#options.local.sendTo(out, blob, range);
      return true;
    } catch (error) {
      unlessLost(error);
      // Where another replica has removed the segments, it is the only file.
      const isCopy = this.#options.index.of(blob.sha256).length > 0;
      if (isCopy) await this.#copies.remove(blob.sha256);
      if (!isCopy || out.destroyed) throw error;
      return false;
    }
  }

  /** Copies a blob from the bucket to the local disk, unless it is there or the disk is full. */
  async #copy(blob: StoredBlob, segments: readonly Segment[]): Promise<void> {
    if (this.#copies.has(blob.sha256)) return;
    const key = hashKey(blob.sha256);
    const running = this.#copying.get(key) ?? this.#running.add(this.#download(blob, segments));
    this.#copying.set(key, running);
    await running.finally(() => this.#copying.delete(key)).catch(unlessFull);
  }

  async #download(blob: StoredBlob, segments: readonly Segment[]): Promise<void> {
    const { local, index } = this.#options;
    const staged = await downloadSegments(this.#reading(segments), local, blob);
    // It may have been deleted meanwhile.
    if (index.of(blob.sha256).length === 0) return staged.discard();
    await this.#copies.inTurn(blob.sha256, async () => {
      await staged.commit();
      this.#copies.keep(blob.sha256, blob.size);
    });
  }

  /** Counts a reader of the bucket until the returned function is called. @throws NodeError `too_busy` */
  #beginReading(): () => void {
    if (this.#readers >= maxReaders) throw tooManyReads();
    this.#readers += 1;
    return () => {
      this.#readers -= 1;
    };
  }

  /** Takes a blob out of the index whose segments are damaged; an intact local copy becomes its file. */
  async #quarantine(sha256: Buffer, lease?: Lease): Promise<boolean> {
    const { local, index } = this.#options;
    const segments = index.of(sha256);
    if (segments.length === 0) return local.quarantine.add(sha256);
    // One response may have been damaged in transit.
    for (let reads = 0; reads < 2; reads += 1) {
      const { ok, actual } = await this.verify(sha256);
      if (ok) await this.#copies.dropDamaged(sha256);
      if (ok || !actual) return false;
    }
    return this.#copies.inTurn(sha256, async () => {
      if (!(await index.quarantine(sha256, segments, lease))) return false;
      this.#copies.forget(sha256);
      await local.quarantine.add(sha256);
      return true;
    });
  }

  #reading(segments: readonly Segment[]) {
    return { client: this.#client, segments, signal: this.#closing.signal };
  }

  /** Converts a failed request to the problem for the client. */
  async #send<T>(request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      this.#closing.signal.throwIfAborted();
      throw error instanceof NodeError ? error : new StorageUnavailableError(error);
    }
  }
}
