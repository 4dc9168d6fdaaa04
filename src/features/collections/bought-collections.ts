import type { CollectionManifest } from '../../contract/collections/manifest.ts';
import type { Clock } from '../../core/clock.ts';
import { requestId } from '../../core/ids.ts';
import { printable } from '../../core/printable.ts';
import { asWrite } from '../../platform/blobs/store/disk-errors.ts';
import type { Db } from '../../platform/sqlite/database.ts';
import { type InTransaction, transactionsOf } from '../../platform/sqlite/transaction.ts';
import type { ContentFacts } from './collection.ts';
import { CollectionListRepository } from './repository/collection-list-repository.ts';
import { CollectionRepository } from './repository/collection-repository.ts';

interface Options {
  db: Db;
  clock: Clock;
  onChange: () => void;
}

/** Shows collections that were bought as one among those of the owner. */
export class BoughtCollections {
  readonly #options: Options;
  readonly #rows: CollectionRepository;
  readonly #lists: CollectionListRepository;
  readonly #inTransaction: InTransaction;

  constructor(options: Options) {
    this.#options = options;
    this.#rows = new CollectionRepository(options.db);
    this.#lists = new CollectionListRepository(options.db);
    this.#inTransaction = transactionsOf(options.db);
  }

  /**
   * Creates a collection of contents, in their order.
   * @returns its id; undefined where a collection with all of them exists, as after a recovery, or a limit is reached
   */
  add(manifest: CollectionManifest, contents: readonly ContentFacts[]): string | undefined {
    const { clock, onChange } = this.#options;
    const id = requestId();
    const { kind, title, description, artists } = manifest;
    const about = { kind, title: printable(title), artists: artists.map(printable) };
    // Line breaks of a description stay.
    const lines = description.split('\n').map(printable).join('\n');
    const added = asWrite(() =>
      this.#inTransaction(() => {
        if (this.#lists.isCollected(contents.map(({ sha256 }) => sha256))) return false;
        const at = clock();
        if (this.#rows.add({ ...about, id, description: lines, parentId: null }, at) !== 'added')
          return false;
        if (typeof this.#rows.insert(id, contents, null, at) === 'object') return true;
        this.#rows.remove(id, at);
        return false;
      }),
    );
    if (added) onChange();
    return added ? id : undefined;
  }

  setCover(id: string, cover: Buffer): void {
    const { clock, onChange } = this.#options;
    asWrite(() => this.#rows.edit(id, { cover }, clock()));
    onChange();
  }
}
