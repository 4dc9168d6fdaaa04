import type { ReplicatedTables } from '../../../platform/replication/local-copy.ts';
import type { Row, RowListener } from '../../../platform/sqlite/commands.ts';
import type { Db } from '../../../platform/sqlite/database.ts';
import { ContentIndex } from '../repository/content-index.ts';

/**
 * The tables of contents that replicas share, with those of other features that commands on contents write. Their
 * counters are replicated, too: the triggers that keep these would see the rows of a command in another order when they
 * are copied.
 */
export const replicatedContentTables: ReplicatedTables = {
  rows: [
    'contents',
    'content_checksums',
    'content_holders',
    'copies',
    'pinned_parts',
    'content_changes',
    'hidden_contents',
    'file_registrants',
    'unused_pictures',
    'blocked',
    'damages',
    'sealings',
    'content_keys',
    'sold_collections',
    'sold_parts',
    'parts_in_sale',
    'partial_uploads',
    'segments',
    'upload_segments',
    'unused_segments',
  ],
  counters: ['totals', 'user_usage', 'text_usage', 'copy_usage', 'trash_usage', 'store_check'],
};

/**
 * Derives the search indexes and the order of contents from copied rows. They are not replicated: FTS5 tables have no
 * rows that could be, and the order depends on media and on the chain, which each replica reads in its own time.
 */
export class ReplicatedContentIndex implements RowListener {
  readonly #index: ContentIndex;
  readonly #added = new Set<number>();
  readonly #contents = new Set<number>();
  readonly #changes = new Set<number>();
  /** Encrypted files whose keys were written. */
  readonly #keys = new Set<Buffer>();

  constructor(db: Db) {
    this.#index = new ContentIndex(db);
  }

  changed(table: string, before: Row | undefined, after: Row | undefined): void {
    if (table === 'content_keys') this.#keys.add((after ?? before)?.sealed_sha256 as Buffer);
    const number = (after ?? before)?.number;
    if (table === 'contents' && !before) this.#added.add(number as number);
    if (table === 'contents' || table === 'hidden_contents') this.#contents.add(number as number);
    if (table !== 'content_changes') return;
    this.#changes.add((after ?? before)?.sequence as number);
    // A change of the owners also changes the content, and the index of a content depends on whether it has changes.
    for (const row of [before, after]) if (typeof row?.number === 'number') this.#contents.add(row.number);
  }

  finish(): void {
    if (this.#contents.size + this.#changes.size > 0) {
      this.#index.derive({ added: this.#added, contents: this.#contents, changes: this.#changes });
    }
    for (const sha256 of this.#keys) this.#index.mediaTypeChanged(sha256);
    for (const rows of [this.#added, this.#contents, this.#changes, this.#keys]) rows.clear();
  }
}
