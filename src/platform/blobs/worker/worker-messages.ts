import type { ReadRate } from '../read/paced-read.ts';

/** Requests of the main thread to the blob worker. `job` numbers one file. */
export type ToWorker =
  | { type: 'write'; job: number; path: string }
  /** Opens a file that grows in parts, creating it if needed, and hashes its first `size` bytes again. */
  | { type: 'resume'; job: number; path: string; size: number }
  /** The next bytes of a file, in memory that `taken` gives back. */
  | { type: 'block'; job: number; block: ArrayBuffer; length: number }
  /** Begins a part; `hashed` requests the hash of the part alone too. */
  | { type: 'part'; job: number; hashed: boolean }
  /** Syncs the part. */
  | { type: 'keep'; job: number }
  | { type: 'cut'; job: number }
  | { type: 'finish'; job: number }
  /** Ends a job early: its file is closed, and the caller removes it. */
  | { type: 'cancel'; job: number }
  | { type: 'hash'; job: number; path: string; pace: ReadRate }
  /** Copies a file and hashes the bytes read. */
  | { type: 'copy'; job: number; from: string; path: string; pace: ReadRate };

/** Hashes of a written file. */
export interface HashedFile {
  sha256: Uint8Array;
  checksums: Uint8Array;
}

/** Responses of the worker. All but `taken`, `stepped` and `read` end the job. */
export type FromWorker =
  /** The bytes of a block are written and hashed. */
  | { type: 'taken'; job: number; block: ArrayBuffer }
  /** Responds to `resume`, `keep` and `cut`; with the part's hash to a `keep` of a hashed part. */
  | { type: 'stepped'; job: number; sha256?: Uint8Array | undefined }
  /** Bytes of a copy since the last such response. */
  | { type: 'read'; job: number; bytes: number }
  | ({ type: 'written'; job: number } & HashedFile)
  | { type: 'cancelled'; job: number }
  /** Responds to `hash` and `copy`. */
  | { type: 'hashed'; job: number; sha256: Uint8Array }
  /** An error as plain data: copying an Error between threads loses its code. */
  | { type: 'failed'; job: number; message: string; code: string | undefined };

/** Reported once for each job. */
export type JobEnd = Exclude<FromWorker, { type: 'taken' | 'stepped' | 'read' }>;
