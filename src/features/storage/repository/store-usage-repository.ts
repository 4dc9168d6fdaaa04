import { networkId, ownerId } from '../../../core/caller.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { type CopyKind, CopyRepository, type StoredAmount } from './copy-repository.ts';

/** Usage of the store; each content counts once: in the trash, else as the owner's, a user's or a copy. */
export type StoreUsage = Record<'own' | 'users' | 'trash' | CopyKind, StoredAmount>;

/** Reads the usage of the store by user from counters. */
export class StoreUsageRepository {
  readonly #copies: CopyRepository;
  readonly #totals: Statement<[], StoredAmount>;
  readonly #trash: Statement<[], StoredAmount>;
  readonly #own: Statement<[], StoredAmount>;
  readonly #byUser: Statement<[number], StoredAmount & { user: string }>;

  constructor(db: Db) {
    this.#copies = new CopyRepository(db);
    this.#totals = db.prepare('SELECT contents, content_bytes AS bytes FROM totals');
    this.#trash = db.prepare('SELECT contents, bytes FROM trash_usage');
    this.#own = db.prepare(
      `SELECT contents, content_bytes AS bytes FROM user_usage WHERE user_id = '${ownerId}'`,
    );
    this.#byUser = db.prepare(
      `SELECT user_id AS user, contents, content_bytes AS bytes FROM user_usage
       WHERE contents > 0 AND user_id NOT IN ('${ownerId}', '${networkId}')
       ORDER BY content_bytes DESC, user_id LIMIT ?`,
    );
  }

  used(): StoreUsage {
    const none = { contents: 0, bytes: 0 };
    const total = this.#totals.get() ?? none;
    const own = this.#own.get() ?? none;
    const { pinned, subscribed, copies } = this.#copies.usage();
    const others = [own, pinned, subscribed, copies];
    const rest = (of: keyof StoredAmount) => others.reduce((left, share) => left - share[of], total[of]);
    const users = { contents: rest('contents'), bytes: rest('bytes') };
    return { own, users, pinned, subscribed, copies, trash: this.trash() };
  }

  trash(): StoredAmount {
    return this.#trash.get() ?? { contents: 0, bytes: 0 };
  }

  /** Returns users besides the owner, the largest usage first. */
  byUser(limit: number): (StoredAmount & { user: string })[] {
    return this.#byUser.all(limit);
  }
}
