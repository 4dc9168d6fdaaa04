import type { Db, Statement } from '../../../platform/sqlite/database.ts';

/** Kind of damage to the bytes of a content. */
export type Damage = 'missing' | 'damaged';

/** Origin of a copy; times in milliseconds. */
export interface CopyRow {
  host: string;
  fetchedAt: number;
  lastUsedAt: number;
  pinned: boolean;
  subscribed: boolean;
}

/** State of a content's bytes for the owner of the node. */
export interface ContentState {
  verifiedAt: number | null;
  damage: Damage | null;
  copy: CopyRow | null;
}

type Stored = Omit<ContentState, 'copy'> &
  Record<'fetchedAt' | 'lastUsedAt' | 'pinned' | 'subscribed', number> & { host: string | null };

const toState = ({ verifiedAt, damage, host, pinned, subscribed, ...times }: Stored): ContentState => ({
  verifiedAt,
  damage,
  copy: host === null ? null : { host, ...times, pinned: pinned !== 0, subscribed: subscribed === 1 },
});

/** Reads origin and damage of many contents at once. */
export class ContentStateRepository {
  readonly #some: Statement<[string], Stored & { number: number }>;

  constructor(db: Db) {
    this.#some = db.prepare(
      `SELECT contents.number, verified_at AS verifiedAt, problem AS damage, host, fetched_at AS fetchedAt,
         last_used_at AS lastUsedAt, pinned, subscribed
       FROM json_each(?) JOIN contents ON contents.number = json_each.value
       LEFT JOIN copies ON copies.number = contents.number LEFT JOIN damages ON damages.sha256 = contents.sha256`,
    );
  }

  /** Returns states by the numbers of the contents. */
  of(numbers: readonly number[]): Map<number, ContentState> {
    const rows = this.#some.all(JSON.stringify(numbers));
    return new Map(rows.map(({ number, ...row }) => [number, toState(row)]));
  }
}
