import { stat } from 'node:fs/promises';
import { setTimeout as rest } from 'node:timers/promises';
import { abortable } from '../../../core/concurrency/abortable.ts';
import type { PartialBlobs } from '../partial/partial-blobs.ts';
import { type BlobFolders, shardNames } from '../store/blob-folders.ts';
import type { DiskSpace } from '../store/disk-space.ts';
import { unlessMissing } from '../store/files.ts';
import { systemCode } from '../store/system-code.ts';
import type { BlobWorkerClient } from '../worker/blob-worker-client.ts';
import { type FileMove, FileMover } from './file-mover.ts';

/** Limits of a group of files moved in parallel: their number and their total bytes. */
const groupFiles = 32;
const groupBytes = 4 * 1024 * 1024;
/** Longest pause between two groups, in ms. */
const longestRestMs = 50;

/** Progress of a move: files and bytes stored when it began or resumed. */
export interface MoveCounts {
  filesDone: number;
  filesTotal: number;
  bytesDone: number;
  bytesTotal: number;
}

export interface MoveRunOptions {
  partials: PartialBlobs;
  worker: BlobWorkerClient;
  space: DiskSpace;
  /** Runs a task while no other task adds or removes the file of that hash. */
  change: <T>(sha256: Uint8Array, task: () => Promise<T>) => Promise<T>;
  onDamaged: (sha256: Buffer) => void;
  onProgress: () => void;
}

/** Moves every file of a store from one folder to another, yielding to other users of the store. */
export class MoveRun {
  readonly counts: MoveCounts = { filesDone: 0, filesTotal: 0, bytesDone: 0, bytesTotal: 0 };
  readonly #options: MoveRunOptions;
  readonly #from: BlobFolders;
  readonly #to: BlobFolders;
  readonly #signal: AbortSignal;
  readonly #carrier: FileMover;

  constructor(options: MoveRunOptions, from: BlobFolders, to: BlobFolders, signal: AbortSignal) {
    this.#options = options;
    this.#from = from;
    this.#to = to;
    this.#signal = signal;
    this.#carrier = new FileMover({ ...options, from, to, signal });
  }

  /** Resolves when every file is moved. Rejects with the system's error, the signal's reason. */
  async run(): Promise<void> {
    const signal = this.#signal;
    const { files, bytes } = await measureFiles(this.#from, signal);
    Object.assign(this.counts, { filesTotal: files, bytesTotal: bytes });
    do {
      await this.#carryBlobs();
      await this.#carryQuarantine();
      // Files that began to arrive before the move are completed in the old folder and moved in the next round.
      await abortable(this.#from.incomingFiles.none(), signal);
      for (const id of await this.#from.uploadIds()) await abortable(this.#carryUpload(id), signal);
    } while (await this.#isLeft());
  }

  async #carryBlobs(): Promise<void> {
    for (const shard of shardNames) {
      for (const group of await this.#groups(await this.#from.hashesIn(shard))) {
        const started = performance.now();
        await allOf(group.map((sha256) => this.#carryBlob(sha256)));
        await rest(Math.min(performance.now() - started, longestRestMs), undefined, { signal: this.#signal });
      }
    }
  }

  async #groups(hashes: Buffer[]): Promise<Buffer[][]> {
    const groups: Buffer[][] = [];
    let bytes = groupBytes;
    for (const sha256 of hashes) {
      const group = groups.at(-1);
      const size = await sizeOf(this.#from.pathOf(sha256));
      if (group && group.length < groupFiles && bytes + size <= groupBytes) group.push(sha256);
      else groups.push([sha256]);
      bytes = groups.at(-1)?.length === 1 ? size : bytes + size;
    }
    return groups;
  }

  #carryBlob(sha256: Buffer): Promise<void> {
    return this.#count({
      source: this.#from.pathOf(sha256),
      target: this.#to.pathOf(sha256),
      sha256,
      inTurn: (task) => this.#options.change(sha256, task),
    });
  }

  /** Leaves unreadable damaged files in place. */
  async #carryQuarantine(): Promise<void> {
    for (const sha256 of await this.#from.quarantined()) {
      const source = this.#from.quarantinePath(sha256);
      const load: FileMove = {
        source,
        target: this.#to.quarantinePath(sha256),
        inTurn: (task) => this.#options.change(sha256, task),
      };
      await this.#carrier.move(load).catch((error: unknown) => {
        if (systemCode(error) !== 'EIO') throw error;
      });
    }
  }

  #carryUpload(id: string): Promise<void> {
    return this.#options.partials.whileIdle(id, () =>
      this.#count({
        source: this.#from.uploadPath(id),
        target: this.#to.uploadPath(id),
        inTurn: (task) => task(),
      }),
    );
  }

  /** Checks twice, because a file may change from one kind to the other in between. */
  async #isLeft(): Promise<boolean> {
    const uploads = await this.#from.uploadIds();
    for (const shard of shardNames) if ((await this.#from.hashesIn(shard)).length > 0) return true;
    return uploads.length > 0 || (await this.#from.uploadIds()).length > 0;
  }

  async #count(load: FileMove): Promise<void> {
    const size = await sizeOf(load.source);
    let reported = 0;
    const onRead = (bytes: number) => {
      reported += bytes;
      this.#advance(0, bytes);
    };
    await this.#carrier.move({ ...load, onRead });
    this.#advance(1, size - reported);
  }

  #advance(files: number, bytes: number): void {
    const { counts } = this;
    counts.filesDone += files;
    counts.bytesDone += bytes;
    // Files may have arrived after the measurement.
    counts.filesTotal = Math.max(counts.filesTotal, counts.filesDone);
    counts.bytesTotal = Math.max(counts.bytesTotal, counts.bytesDone);
    this.#options.onProgress();
  }
}

/** Measures the files to move: stored ones and those that arrive in parts. */
export async function measureFiles(
  folders: BlobFolders,
  signal?: AbortSignal,
): Promise<{ files: number; bytes: number }> {
  let files = 0;
  let bytes = 0;
  const add = async (path: string) => {
    signal?.throwIfAborted();
    bytes += await sizeOf(path);
    files += 1;
  };
  for (const shard of shardNames) {
    for (const sha256 of await folders.hashesIn(shard)) await add(folders.pathOf(sha256));
  }
  for (const id of await folders.uploadIds()) await add(folders.uploadPath(id));
  return { files, bytes };
}

/** Waits for all work, then rejects with the first failure. */
async function allOf(works: Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(works)) if (result.status === 'rejected') throw result.reason;
}

/** Returns the size in bytes, or 0 for a missing file. */
const sizeOf = async (path: string): Promise<number> => (await unlessMissing(stat(path)))?.size ?? 0;
