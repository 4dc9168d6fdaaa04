import type { ContentKind } from '../../../contract/dashboard-api/library/content-lists.ts';
import { networkId, ownerId } from '../../../core/caller.ts';
import type { Db, Statement } from '../../../platform/sqlite/database.ts';
import { type CopyKind, CopyRepository, type StoredAmount } from './copy-repository.ts';

/** Usage of the store; each content counts once: in the trash, else as the owner's, a user's or a copy. */
export type StoreUsage = Record<'own' | 'users' | 'trash' | CopyKind, StoredAmount>;

/** A stored file with the texts of its record. */
interface LargeFile {
  sha256: Buffer;
  name: string;
  title: string;
  size: number;
}

/** Reads the usage of the store by user and kind from counters. */
export class StoreUsageRepository {
  readonly #copies: CopyRepository;
  readonly #totals: Statement<[], StoredAmount>;
  readonly #trash: Statement<[], StoredAmount>;
  readonly #own: Statement<[], StoredAmount>;
  readonly #byUser: Statement<[number], StoredAmount & { user: string }>;
  readonly #byKind: Statement<[], StoredAmount & { kind: ContentKind }>;
  readonly #largest: Statement<[number], LargeFile>;

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
    this.#byKind = db.prepare('SELECT kind, contents, bytes FROM content_kinds ORDER BY kind');
    // A cross join, so that SQLite reads a few rows of the index by size.
    this.#largest = db.prepare(
      `SELECT sha256, name, contents.title, contents.size FROM content_order CROSS JOIN contents USING (number)
       ORDER BY content_order.size DESC, content_order.number DESC LIMIT ?`,
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

  byKind(): (StoredAmount & { kind: ContentKind })[] {
    return this.#byKind.all();
  }

  /** Returns the largest files, without those in the trash. */
  largest(limit: number): LargeFile[] {
    return this.#largest.all(limit);
  }

  /** Returns users besides the owner, the largest usage first. */
  byUser(limit: number): (StoredAmount & { user: string })[] {
    return this.#byUser.all(limit);
  }
}
