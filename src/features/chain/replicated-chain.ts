import type { ReplicatedTables } from '../../platform/replication/local-copy.ts';
import type { Row, RowListener } from '../../platform/sqlite/commands.ts';
import type { Db, Statement } from '../../platform/sqlite/database.ts';
import { ChainIndexRepository } from './indexer/chain-index-repository.ts';

/**
 * The tables of the chain's index, which one replica writes for all. `earlier_owners` is replicated, because it follows
 * from the changes of rows, not from the rows; each replica derives `content_shares` by the triggers.
 */
export const replicatedChainTables: ReplicatedTables = {
  rows: [
    'platforms',
    'platform_successors',
    'platform_transactions',
    'chain_contents',
    'earlier_owners',
    'licences',
    'resales',
  ],
  counters: [],
};

/** Derives the full-text index of the chain's contents from copied rows, because FTS5 tables cannot be replicated. */
export class ReplicatedChainIndex implements RowListener {
  readonly #index: ChainIndexRepository;
  readonly #row: Statement<[number], Row>;
  /** Ids of added contents, also of a transaction that failed, which may be gone by the next one. */
  readonly #added = new Set<number>();

  constructor(db: Db) {
    this.#index = new ChainIndexRepository(db);
    this.#row = db.prepare(
      'SELECT platform, content_type, title, description, authors, hashtags FROM chain_contents WHERE id = ?',
    );
  }

  changed(table: string, before: Row | undefined, after: Row | undefined): void {
    // A trigger removes the others.
    if (table === 'chain_contents' && after && !before) this.#added.add(Number(after.id));
  }

  finish(): void {
    if (this.#added.size === 0) return;
    for (const id of this.#added) {
      const row = this.#row.get(id);
      if (!row) continue;
      this.#index.addToSearch(id, Number(row.platform), {
        contentType: String(row.content_type),
        title: String(row.title),
        description: String(row.description),
        authors: JSON.parse(String(row.authors)),
        hashtags: JSON.parse(String(row.hashtags)),
      });
    }
    this.#index.mergeSearchIndex();
    this.#added.clear();
  }
}
