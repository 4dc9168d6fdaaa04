import type { Db, Statement } from '../../../platform/sqlite/database.ts';

/** What is wrong with the bytes of a content. */
export type Damage = 'missing' | 'damaged';

/** Where a content came from that came from another node. Times in milliseconds. */
export interface CopyRow {
  host: string;
  fetchedAt: number;
  lastUsedAt: number;
  pinned: boolean;
  subscribed: boolean;
}

/** What the person who runs the node sees of the bytes of a content. */
export interface ContentState {
  verifiedAt: number | null;
  damage: Damage | null;
  copy: CopyRow | null;
}

interface Stored {
  number: number;
  verifiedAt: number | null;
  damage: Damage | null;
  host: string | null;
  fetchedAt: number;
  lastUsedAt: number;
  pinned: number;
  subscribed: number;
}

const toState = ({ verifiedAt, damage, host, ...copy }: Stored): ContentState => ({
  verifiedAt,
  damage,
  copy:
    host === null
      ? null
      : {
          host,
          fetchedAt: copy.fetchedAt,
          lastUsedAt: copy.lastUsedAt,
          pinned: copy.pinned === 1,
          subscribed: copy.subscribed === 1,
        },
});

/** Reads where contents came from and whether they are whole, of many at once. */
export class ContentStateRepository {
  readonly #some: Statement<[string], Stored>;

  constructor(db: Db) {
    this.#some = db.prepare(
      `SELECT contents.number, verified_at AS verifiedAt, problem AS damage, host, fetched_at AS fetchedAt,
         last_used_at AS lastUsedAt, pinned, subscribed
       FROM json_each(?) JOIN contents ON contents.number = json_each.value
       LEFT JOIN copies ON copies.number = contents.number LEFT JOIN damages ON damages.sha256 = contents.sha256`,
    );
  }

  /** By the numbers of the contents. */
  of(numbers: readonly number[]): Map<number, ContentState> {
    const rows = this.#some.all(JSON.stringify(numbers));
    return new Map(rows.map((row) => [row.number, toState(row)]));
  }
}
