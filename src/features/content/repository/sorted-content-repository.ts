import { LRUCache } from 'lru-cache';
import type {
  ContentKind,
  ContentMonth,
  ContentSort,
  LocalContentQuery,
} from '../../../contract/dashboard-api/library/content-lists.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { nameSearch } from './name-search.ts';

export type SortedContentQuery = Pick<
  LocalContentQuery,
  'q' | 'month' | 'kind' | 'source' | 'sort' | 'direction'
>;

/** A content's place in a list: its sort key and its number. */
export interface SortPosition {
  key: string | number;
  number: number;
}

/** The parameters of a list that its months depend on. */
export type ContentMonthsQuery = Omit<SortedContentQuery, 'sort'>;

/** The items after a place, with the item at the place itself if `isIncluded`. */
export interface SortStart extends SortPosition {
  isIncluded: boolean;
}

/** Limit of all cached numbers, which take 8 bytes each. */
const maxRemembered = 2_000_000;

const columnOf = {
  added: 'number',
  title: 'title',
  author: 'author',
  length: 'length',
  size: 'size',
  taken: 'taken',
} as const satisfies Record<ContentSort, string>;

/** Conditions for the parts of a list; in both directions, contents without a key are in the last one. */
const partsOf: Record<ContentSort, readonly string[]> = {
  added: ['true'],
  title: ['true'],
  author: ["author <> ''", "author = ''"],
  length: ['length IS NOT NULL', 'length IS NULL'],
  size: ['true'],
  taken: ['true'],
};

/** Reads the order of the owner's lists of contents. */
export class SortedContentRepository {
  readonly #db: Db;
  readonly #newest: Statement<[number, number, number], number>;
  readonly #keys: Record<ContentSort, Statement<[number], string | number>>;
  readonly #totals: Statement<[], { contents: number; version: string }>;
  /** Numbers in order, by query and newest change or revision, so that later pages need not sort again. */
  readonly #orders = new LRUCache<string, Float64Array>({
    maxSize: maxRemembered,
    sizeCalculation: ({ length }) => length + 1,
  });

  /** Months by query and newest change or revision. */
  readonly #months = new LRUCache<string, ContentMonth[]>({ max: 20 });
  readonly #kinds: Statement<[], { kind: ContentKind; contents: number }>;

  constructor(db: Db) {
    this.#db = db;
    this.#newest = db
      .prepare<[number, number, number], number>(
        'SELECT number FROM content_order WHERE number < ? ORDER BY number DESC LIMIT ? OFFSET ?',
      )
      .pluck();
    const keyIn = (column: string) =>
      db.prepare<[number], string | number>(`SELECT ${column} FROM content_order WHERE number = ?`).pluck();
    this.#keys = {
      added: keyIn(columnOf.added),
      title: keyIn(columnOf.title),
      author: keyIn(columnOf.author),
      length: keyIn(columnOf.length),
      size: keyIn(columnOf.size),
      taken: keyIn(columnOf.taken),
    };
    this.#totals = db.prepare(
      `SELECT (SELECT sum(contents) FROM content_kinds) AS contents, sequence || ' ' || revision AS version
       FROM totals CROSS JOIN content_index`,
    );
    this.#kinds = db.prepare('SELECT kind, contents FROM content_kinds');
  }

  /** Returns the numbers of a page in the order of the list. */
  page(query: SortedContentQuery, start: SortStart | undefined, skip: number, limit: number): number[] {
    if (isPlain(query)) {
      const before = start ? start.number + (start.isIncluded ? 1 : 0) : Number.MAX_SAFE_INTEGER;
      return this.#newest.all(before, limit, skip);
    }
    const numbers = this.#numbersOf(query);
    const from = (start ? this.#indexOf(numbers, query, start) : 0) + skip;
    return [...numbers.subarray(from, from + limit)];
  }

  count(query: SortedContentQuery): number {
    return isPlain(query) ? (this.#totals.get()?.contents ?? 0) : this.#numbersOf(query).length;
  }

  /** Returns the number of contents of each kind. */
  kinds(): Record<ContentKind, number> {
    const counts = { music: 0, video: 0, books: 0, photos: 0, files: 0 };
    for (const { kind, contents } of this.#kinds.all()) counts[kind] = contents;
    return counts;
  }

  /** Returns the months of a list that is sorted by `taken`, in its order. */
  months(query: ContentMonthsQuery): ContentMonth[] {
    const { q, month, kind, source, direction } = query;
    const id = JSON.stringify([this.#totals.get()?.version, q, month, kind, source, direction]);
    const known = this.#months.get(id);
    if (known) return known;
    const { condition, parameters } = conditionOf(query);
    const months = this.#db
      .prepare<string[], ContentMonth>(
        `SELECT strftime('%Y-%m', taken, 'unixepoch') AS month, count(*) AS contents FROM content_order
         WHERE ${condition} GROUP BY month ORDER BY month ${orderOf(direction)}`,
      )
      .all(...parameters);
    this.#months.set(id, months);
    return months;
  }

  /** Returns the place of a content in a list. */
  placeOf(query: Pick<SortedContentQuery, 'sort'>, number: number): SortPosition {
    return { key: this.#keys[query.sort].get(number) ?? '', number };
  }

  #numbersOf(query: SortedContentQuery): Float64Array {
    const { q, month, kind, source, sort, direction } = query;
    const id = JSON.stringify([this.#totals.get()?.version, q, month, kind, source, sort, direction]);
    const known = this.#orders.get(id);
    if (known) return known;
    const column = columnOf[sort];
    const { condition, parameters } = conditionOf(query);
    const select = (only: string) => {
      const order = orderOf(direction);
      const text = `SELECT number FROM content_order WHERE ${only} AND ${condition}
        ORDER BY ${column} ${order}, number ${order}`;
      return this.#db
        .prepare<string[], number>(text)
        .pluck()
        .all(...parameters);
    };
    const numbers = Float64Array.from(partsOf[sort].flatMap(select));
    this.#orders.set(id, numbers);
    return numbers;
  }

  /** Returns the index of the first content after a place, which need not be in the list any more. */
  #indexOf(numbers: Float64Array, { sort, direction }: SortedContentQuery, start: SortStart): number {
    let [low, high] = [0, numbers.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const place = this.placeOf({ sort }, numbers[middle] as number);
      const compared = compare(place, start, direction);
      if (compared < 0 || (compared === 0 && !start.isIncluded)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const orderOf = (direction: SortedContentQuery['direction']) => (direction === 'ascending' ? 'ASC' : 'DESC');

const isPlain = ({ q, kind, source, sort, direction }: SortedContentQuery): boolean =>
  q === '' && kind === undefined && source === undefined && sort === 'added' && direction === 'descending';

/** Compares places in the order of a list; an empty key is the last in both directions. */
function compare(a: SortPosition, b: SortPosition, direction: SortedContentQuery['direction']): number {
  if ((a.key === '') !== (b.key === '')) return a.key === '' ? 1 : -1;
  const by = compareKeys(a.key, b.key) || a.number - b.number;
  return direction === 'ascending' ? by : -by;
}

/** Compares as SQLite does: texts by their bytes. */
const compareKeys = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number'
    ? a - b
    : Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));

function conditionOf({ q, month, kind, source }: ContentMonthsQuery) {
  const found = q === '' ? undefined : nameSearch(q);
  const ofMonth = `OR kind = 'photos' AND strftime('%Y-%m', taken, 'unixepoch') LIKE ?`;
  const conditions = [
    ...(kind === undefined ? [] : ['kind = ?']),
    ...(source === undefined ? [] : ['source = ?']),
    ...(found ? [`(number IN (SELECT ${found.from}) ${month === undefined ? '' : ofMonth})`] : []),
    'true',
  ];
  const ofSearch = found ? [...found.parameters, month && `%${month}`] : [];
  return {
    condition: conditions.join(' AND '),
    parameters: [kind, source, ...ofSearch].filter((value) => value !== undefined),
  };
}
