import PQueue from 'p-queue';
import type { Clock } from '../../../core/clock.ts';
import { NodeError } from '../../../core/node-error.ts';
import { ContentRepository } from '../../../features/content/index.ts';
import { DamageRepository, SegmentRepository } from '../../../features/storage/index.ts';
import { type S3Bucket, S3Client } from '../../../platform/blobs/s3/s3-client.ts';
import { hashSegments } from '../../../platform/blobs/s3/segment-copies.ts';
import { uploadSegments } from '../../../platform/blobs/s3/segment-upload.ts';
import { DiskBlobStore } from '../../../platform/blobs/store/disk-blob-store.ts';
import type { Db } from '../../../platform/sqlite/database.ts';
import { GroupCommit } from '../../../platform/sqlite/group-commit.ts';

const atOnce = 4;
const pageSize = 256;

export interface ImportProgress {
  contents: number;
  contentsDone: number;
  bytes: number;
  bytesDone: number;
}

export interface ImportFilesOptions {
  /** The folder of the files. */
  dataDir: string;
  /** The copy of the database, in which the segments are recorded. */
  db: Db;
  bucket: S3Bucket;
  clock: Clock;
  signal: AbortSignal;
  onProgress: (progress: ImportProgress) => void;
}

interface StoredRow {
  sha256: Buffer;
  size: number;
}

/** What has become of the files. */
export interface ImportedFiles {
  contents: number;
  bytes: number;
  /** Files that this run has copied. */
  copied: number;
  /** Contents whose files are missing or damaged; replicas fetch them from other nodes. */
  lacking: Buffer[];
}

/** Copies the files of a node into a bucket. Each is read back and hashed before it counts as copied. */
export class FileImport {
  readonly #options: ImportFilesOptions;
  readonly #client: S3Client;
  readonly #commands: GroupCommit;
  readonly #index: SegmentRepository;
  readonly #damages: DamageRepository;
  readonly #contents: ContentRepository;
  readonly #local: DiskBlobStore;
  readonly #lacking: Buffer[] = [];
  #copied = 0;
  #progress: ImportProgress;

  constructor(options: ImportFilesOptions) {
    const { db, clock, bucket, dataDir } = options;
    this.#options = options;
    this.#client = new S3Client(bucket);
    this.#commands = new GroupCommit(db);
    this.#index = new SegmentRepository(db, clock, this.#commands);
    this.#damages = new DamageRepository(db, this.#commands);
    this.#contents = new ContentRepository(db, this.#commands);
    this.#local = new DiskBlobStore({ dataDir });
    const all = 'SELECT count(*) AS contents, coalesce(sum(size), 0) AS bytes FROM contents';
    const totals = db.prepare<[], { contents: number; bytes: number }>(all).get();
    const { contents = 0, bytes = 0 } = totals ?? {};
    this.#progress = { contents, contentsDone: 0, bytes, bytesDone: 0 };
  }

  /**
   * @param isComplete whether an earlier attempt has copied all files, so that they are only compared
   * @throws the reason of the signal; S3Error, and Error where the bucket returns other bytes
   */
  async run({ isComplete }: { isComplete: boolean }): Promise<ImportedFiles> {
    await this.#local.open();
    try {
      if (!isComplete) await this.#forEach((row) => this.#import(row));
      this.#progress = { ...this.#progress, contentsDone: 0, bytesDone: 0 };
      await this.#forEach((row) => this.#compare(row));
    } finally {
      this.#commands.flush();
      await this.#local.close();
      await this.#client.close();
    }
    const { contents, bytes } = this.#progress;
    return { contents, bytes, copied: this.#copied, lacking: this.#lacking };
  }

  async #forEach(work: (row: StoredRow) => Promise<void>): Promise<void> {
    const { db, signal, onProgress } = this.#options;
    const page = db.prepare<[Buffer, number], StoredRow>(
      'SELECT sha256, size FROM contents WHERE sha256 > ? ORDER BY sha256 LIMIT ?',
    );
    const queue = new PQueue({ concurrency: atOnce });
    let rows = page.all(Buffer.alloc(0), pageSize);
    while (rows.length > 0) {
      const done = async (row: StoredRow) => {
        signal.throwIfAborted();
        await work(row);
        this.#progress.contentsDone += 1;
        this.#progress.bytesDone += row.size;
        onProgress(this.#progress);
      };
      try {
        await Promise.all(rows.map((row) => queue.add(() => done(row))));
      } catch (error) {
        queue.clear();
        await queue.onIdle();
        throw error;
      }
      rows = page.all(rows.at(-1)?.sha256 ?? Buffer.alloc(0), pageSize);
    }
  }

  async #import({ sha256, size }: StoredRow): Promise<void> {
    if (this.#index.of(sha256).length > 0) return;
    const checksums = this.#contents.checksums(sha256) ?? Buffer.alloc(0);
    const blob = { sha256, size, checksums };
    const options = {
      client: this.#client,
      index: this.#index,
      open: () => this.#local.reader(blob, 'verified'),
    };
    try {
      const segments = await uploadSegments(options, blob, this.#options.signal);
      const reading = { client: this.#client, segments, signal: this.#options.signal };
      const stored = await hashSegments(reading, {});
      if (!stored?.equals(sha256))
        throw new Error('The bucket has other bytes than those that were sent to it');
      await this.#commands.run(() => this.#index.set(sha256, segments));
      this.#copied += 1;
    } catch (error) {
      const code = error instanceof NodeError ? error.code : undefined;
      if (code !== 'content_not_found' && code !== 'content_damaged') throw error;
      const problem = code === 'content_damaged' ? 'damaged' : 'missing';
      await this.#damages.add({ sha256, problem, at: this.#options.clock() });
    }
  }

  /** Checks that the bucket has all objects with their sizes; their bytes were hashed when they were copied. */
  async #compare({ sha256 }: StoredRow): Promise<void> {
    const segments = this.#index.of(sha256);
    // Found by this attempt, or by an earlier one that wrote the rows.
    if (segments.length === 0 && this.#damages.get(sha256)) this.#lacking.push(sha256);
    for (const { key, size } of segments) {
      const found = await this.#client.size(key, this.#options.signal);
      if (found === size) continue;
      throw new Error(
        `The bucket lacks the object ${key} of a file. If the files were in another bucket before, name that one.`,
      );
    }
  }
}
