const blockSize = 100;

interface Block {
  /** Of each row that is not as high as usual: by how much, in pixels. */
  rows: Map<number, number>;
  /** The same of all its rows together. */
  extra: number;
}

/** How high the rows of a long list are: as usual, but for those that were measured and are not. In pixels. */
export class RowHeights {
  readonly usual: number;
  readonly #blocks = new Map<number, Block>();

  constructor(usual: number) {
    this.usual = usual;
  }

  /** @returns whether it was thought to be of another height */
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

  /** How far the top of a row is below that of the first. */
  topOf(index: number): number {
    const own = Math.floor(index / blockSize);
    let top = index * this.usual;
    for (const [number, { extra, rows }] of this.#blocks) {
      if (number < own) top += extra;
      if (number === own) for (const [row, more] of rows) if (row < index) top += more;
    }
    return top;
  }

  /** The row that is so far down; -1 above the first. */
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
