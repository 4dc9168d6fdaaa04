const blockSize = 100;

interface Block {
  /** Differences of rows from the usual height, in pixels. */
  rows: Map<number, number>;
  /** Sum of these differences. */
  extra: number;
}

/** Stores the heights of rows, in pixels: the usual height, except for measured rows. */
export class RowHeights {
  readonly usual: number;
  readonly #blocks = new Map<number, Block>();

  constructor(usual: number) {
    this.usual = usual;
  }

  /** Sets the height of a row. @returns whether it changed */
  set(index: number, height: number): boolean {
    const number = Math.floor(index / blockSize);
    const block = this.#blocks.get(number) ?? { rows: new Map(), extra: 0 };
    const before = block.rows.get(index) ?? 0;
    const extra = height - this.usual;
    if (Math.abs(extra - before) < 0.5) return false;
    if (extra === 0) block.rows.delete(index);
    else block.rows.set(index, extra);
    block.extra += extra - before;
    this.#blocks.set(number, block);
    return true;
  }

  /** Returns the distance of a row from the top of the first, in pixels. */
  topOf(index: number): number {
    const own = Math.floor(index / blockSize);
    let top = index * this.usual;
    for (const [number, { extra, rows }] of this.#blocks) {
      if (number < own) top += extra;
      if (number === own) for (const [row, more] of rows) if (row < index) top += more;
    }
    return top;
  }

  /** Returns the row at a distance below the top of the first; -1 above it. */
  indexAt(distance: number): number {
    if (distance < 0) return -1;
    let top = 0;
    let index = 0;
    for (; ; index += blockSize) {
      const height = blockSize * this.usual + (this.#blocks.get(index / blockSize)?.extra ?? 0);
      if (top + height > distance) break;
      top += height;
    }
    const rows = this.#blocks.get(index / blockSize)?.rows;
    for (; ; index += 1) {
      top += this.usual + (rows?.get(index) ?? 0);
      if (top > distance) return index;
    }
  }
}
