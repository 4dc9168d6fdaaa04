/** A part of a list with a heading of its own. */
export interface ListSection {
  key: string;
  label: string;
  /** Number of its items. */
  count: number;
}

/** A line of a list: the heading of a section, or items from `from` up to, but not including, `to`. */
export type Line =
  | { section: ListSection; from?: undefined; to?: undefined }
  | { section?: undefined; from: number; to: number };

interface Part {
  /** Undefined for items without a section, which have no heading. */
  section: ListSection | undefined;
  /** Number of its first line, which is its heading. */
  line: number;
  /** Number of its first item. */
  from: number;
  to: number;
}

/** The lines of a list with `columns` items per line. Each section begins on a new line, below its heading. */
export class SectionLines {
  readonly columns: number;
  /** Number of lines. */
  readonly count: number;
  /** The lines of the headings. */
  readonly headings: readonly number[];
  readonly #parts: Part[] = [];

  /** @param count number of items; the sections may have more or fewer while both are reloaded */
  constructor(sections: readonly ListSection[], count: number, columns: number) {
    this.columns = columns;
    let [line, from] = [0, 0];
    const add = (section: ListSection | undefined, items: number) => {
      const to = Math.min(count, from + items);
      if (to === from) return;
      this.#parts.push({ section, line, from, to });
      line += Math.ceil((to - from) / columns) + (section ? 1 : 0);
      from = to;
    };
    for (const section of sections) add(section, section.count);
    add(undefined, count - from);
    this.count = line;
    this.headings = this.#parts.filter(({ section }) => section).map((part) => part.line);
  }

  at(line: number): Line {
    const part = this.#partAt((each) => each.line <= line);
    if (!part) return { from: 0, to: 0 };
    const { section } = part;
    if (section && part.line === line) return { section };
    const from = part.from + (line - part.line - (section ? 1 : 0)) * this.columns;
    return { from, to: Math.min(part.to, from + this.columns) };
  }

  /** Returns the line of an item. */
  lineOf(index: number): number {
    const part = this.#partAt((each) => each.from <= index);
    if (!part) return 0;
    return part.line + (part.section ? 1 : 0) + Math.floor((index - part.from) / this.columns);
  }

  /** Returns the line of the heading of a section; -1 if the section has no items. */
  headingOf(key: string): number {
    return this.#parts.find(({ section }) => section?.key === key)?.line ?? -1;
  }

  /** Returns the first items of lines with items. */
  itemsIn(lines: readonly number[]): number[] {
    return lines.flatMap((line) => this.at(line).from ?? []);
  }

  /** Returns the key of a line: that of its first item or of its section; undefined while it is not loaded. */
  keyOf<Item>(
    line: number,
    itemAt: (index: number) => Item | undefined,
    keyOf: (item: Item) => string,
  ): string | undefined {
    const { section, from } = this.at(line);
    if (section) return `section ${section.key}`;
    const item = itemAt(from);
    return item && keyOf(item);
  }

  /** Returns the item above or below another one, or the last one of a shorter line; null beyond the list. */
  beside(index: number, by: 1 | -1): number | null {
    const start = this.lineOf(index);
    const own = this.at(start);
    for (let line = start + by; line >= 0 && line < this.count; line += by) {
      const next = this.at(line);
      if (next.from !== undefined) return Math.min(next.to - 1, next.from + index - (own.from ?? index));
    }
    return null;
  }

  /** Returns the last part for which a condition holds that holds for all parts before it. */
  #partAt(isBefore: (part: Part) => boolean): Part | undefined {
    let [low, high] = [0, this.#parts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(this.#parts[middle] as Part)) low = middle + 1;
      else high = middle;
    }
    return this.#parts[low - 1];
  }
}
