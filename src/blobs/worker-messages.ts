/** What the main thread asks of the blob worker. `job` numbers one file. */
export type ToWorker =
  | { type: 'write'; job: number; path: string }
  /** The next bytes of a file; the memory comes back with `taken`. */
  | { type: 'block'; job: number; block: ArrayBuffer; length: number }
  | { type: 'finish'; job: number }
  /** Ends a write early: the file is closed, the caller removes it. */
  | { type: 'cancel'; job: number }
  | { type: 'hash'; job: number; path: string };

/** What the worker answers. All but `taken` end the job. */
export type FromWorker =
  | { type: 'taken'; job: number; block: ArrayBuffer }
  | { type: 'written'; job: number; sha256: Uint8Array }
  | { type: 'cancelled'; job: number }
  | { type: 'hashed'; job: number; sha256: Uint8Array }
  /** An error as plain data: copying an Error between threads loses its code. */
  | { type: 'failed'; job: number; message: string; code: string | undefined };
