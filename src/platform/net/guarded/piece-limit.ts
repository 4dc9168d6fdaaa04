/** Number of pieces after which their size counts. */
const uncountedPieces = 4096;
const minAverageBytes = 16;

/**
 * Detects a body in many tiny pieces. Each piece takes the time of a large one and 200 bytes of memory, so a chunk of
 * one byte costs hundreds of times its size.
 */
export class PieceLimit {
  #pieces = 0;
  #bytes = 0;

  /** Adds a piece, and returns whether the body has too many tiny ones. */
  isExceededBy(bytes: number): boolean {
    this.#pieces += 1;
    this.#bytes += bytes;
    return this.#pieces > uncountedPieces && this.#bytes < this.#pieces * minAverageBytes;
  }
}
