import type { Pace } from '../read/paced-read.ts';

/** What the main thread asks of the blob worker. `job` numbers one file. */
export type ToWorker =
  | { type: 'write'; job: number; path: string }
  /** Opens a file that grows in parts (made if it is not there) with what it has: `size` bytes, hashed again. */
  | { type: 'resume'; job: number; path: string; size: number }
  /** The next bytes of a file; the memory comes back with `taken`. */
  | { type: 'block'; job: number; block: ArrayBuffer; length: number }
  /** A part begins; `hashed` when the hash of the part alone is wanted too. */
  | { type: 'part'; job: number; hashed: boolean }
  /** Makes the part durable. */
  | { type: 'keep'; job: number }
  /** Takes the part away. */
  | { type: 'cut'; job: number }
  | { type: 'finish'; job: number }
  /** Ends a job early: what it writes is closed, the caller removes it. */
  | { type: 'cancel'; job: number }
  /** Without a pace as fast as it goes. */
  | { type: 'hash'; job: number; path: string; pace?: Pace | undefined }
  /** Writes a copy of a file, hashing what it reads. */
  | { type: 'copy'; job: number; from: string; path: string; pace: Pace };

/** What is known of a file that was written: checksums only when it grew in parts. */
export interface HashedFile {
  sha256: Uint8Array;
  checksums?: Uint8Array;
}

/** What the worker answers. All but `taken`, `stepped` and `read` end the job. */
export type FromWorker =
  | { type: 'taken'; job: number; block: ArrayBuffer }
  /** To `resume`, `keep` and `cut`; with the part's hash to a `keep` of a hashed part. */
  | { type: 'stepped'; job: number; sha256?: Uint8Array | undefined }
  /** Bytes of a copy since the last such answer. */
  | { type: 'read'; job: number; bytes: number }
  | ({ type: 'written'; job: number } & HashedFile)
  | { type: 'cancelled'; job: number }
  | { type: 'hashed'; job: number; sha256: Uint8Array }
  /** An error as plain data: copying an Error between threads loses its code. */
  | { type: 'failed'; job: number; message: string; code: string | undefined };
