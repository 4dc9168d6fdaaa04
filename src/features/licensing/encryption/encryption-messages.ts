/** Messages from the main thread to the encryption thread. */
export type ToEncryptionWorker =
  /** The next bytes of the source; `taken` returns the buffer. */
  | { type: 'bytes'; block: ArrayBuffer; length: number }
  /** The source has ended. */
  | { type: 'end' }
  /** Number of further pieces that the thread may send. */
  | { type: 'more'; pieces: number };

/** Messages from the encryption thread; an error ends it. */
export type FromEncryptionWorker =
  | { type: 'taken'; block: ArrayBuffer }
  | { type: 'piece'; bytes: Uint8Array }
  /** The output has ended. */
  | { type: 'done' };
