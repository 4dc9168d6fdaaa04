/** What the main thread sends to the one that seals. */
export type ToSealingWorker =
  /** The next bytes of the source; the memory comes back with `taken`. */
  | { type: 'bytes'; block: ArrayBuffer; length: number }
  /** The source has ended. */
  | { type: 'end' }
  /** So many pieces more may come. */
  | { type: 'more'; pieces: number };

/** What that thread answers. Any error ends it. */
export type FromSealingWorker =
  | { type: 'taken'; block: ArrayBuffer }
  | { type: 'piece'; bytes: Uint8Array }
  /** There are no more pieces. */
  | { type: 'done' };
