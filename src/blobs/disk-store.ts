import type { Writable } from 'node:stream';
import type {
  BlobSource,
  ByteRange,
  DiskUsage,
  StagedBlob,
  StoredBlob,
  Verification,
  WriteOptions,
} from './blob-types.ts';

export interface DiskBlobStoreOptions {
  /** The data folder; the store uses `blobs/` and `incoming/` in it. */
  dataDir: string;
  /** Bytes of a disk of this size that writes must leave free. Default: none. */
  freeSpaceFloor?: (diskSize: number) => number;
}

/** Blobs as files named by their SHA-256. A blob exists when its file has its final name. */
export class DiskBlobStore {
  readonly options: DiskBlobStoreOptions;

  constructor(options: DiskBlobStoreOptions) {
    this.options = options;
  }

  /** Creates the folders and removes what a crash has left in `incoming/`. */
  async open(): Promise<void> {
    throw new Error('not built yet');
  }

  /** Ends writes in progress (they reject with `shutting_down`, leaving nothing behind) and the worker. */
  async close(): Promise<void> {
    throw new Error('not built yet');
  }

  /**
   * Streams a source to disk, hashing it. The blob is stored only by `commit` of the answer.
   * Listens to the source's errors at once, in the call itself.
   * @throws NodeError `payload_too_large`, `insufficient_storage`, `shutting_down`; the signal's reason; the source's error.
   */
  async write(_source: BlobSource, _options: WriteOptions): Promise<StagedBlob> {
    throw new Error('not built yet');
  }

  /**
   * Sends a blob (or a part of it) and ends `out`. Every block is checked before any byte of it is sent.
   * Resolves when `out` has taken everything, or was closed by the other side.
   * @throws NodeError `content_not_found` or `content_damaged` when nothing was sent yet; when something was,
   * `out` is destroyed and the same error thrown.
   */
  async sendTo(_out: Writable, _blob: StoredBlob, _range?: ByteRange): Promise<void> {
    throw new Error('not built yet');
  }

  async has(_sha256: Uint8Array): Promise<boolean> {
    throw new Error('not built yet');
  }

  /** Size in bytes, undefined when it is not stored. */
  async size(_sha256: Uint8Array): Promise<number | undefined> {
    throw new Error('not built yet');
  }

  /** Removes a blob; whether there was one. */
  async delete(_sha256: Uint8Array): Promise<boolean> {
    throw new Error('not built yet');
  }

  /** Hashes a stored file again, away from the main thread. */
  async verify(_sha256: Uint8Array): Promise<Verification> {
    throw new Error('not built yet');
  }

  /** The hashes of everything stored, in order. */
  async *list(): AsyncGenerator<Buffer> {
    throw new Error('not built yet');
  }

  /**
   * Removes files that nobody knows, left by a crash between commit and row. Files written since `open` stay.
   * @param areKnown answers for each hash of a batch whether something refers to it.
   * @returns how many were removed.
   */
  async removeOrphans(_areKnown: (hashes: Buffer[]) => boolean[] | Promise<boolean[]>): Promise<number> {
    throw new Error('not built yet');
  }

  /** Room on the disk. */
  async usage(): Promise<DiskUsage> {
    throw new Error('not built yet');
  }
}
