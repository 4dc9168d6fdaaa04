/** What the main thread sends to the encryption thread. */
export type ToEncryptionWorker =
  /** The next bytes of the source; the memory comes back with `taken`. */
  | { type: 'bytes'; block: ArrayBuffer; length: number }
  /** The source has ended. */
  | { type: 'end' }
  /** The thread may send this many more pieces. */
  | { type: 'more'; pieces: number };

/** What the encryption thread answers; any error ends it. */
export type FromEncryptionWorker =
  | { type: 'taken'; block: ArrayBuffer }
  | { type: 'piece'; bytes: Uint8Array }
  /** No pieces follow. */
  | { type: 'done' };
