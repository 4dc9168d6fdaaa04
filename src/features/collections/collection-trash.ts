import { type TrashedCollection, trashKeptMs } from '../../contract/dashboard-api/library/trash.ts';
import { type Clock, toTimestamp } from '../../core/clock.ts';
import { rejectWriteError } from '../../platform/blobs/store/disk-errors.ts';
import type { Commands } from '../../platform/sqlite/commands.ts';
import { commitAtOnce } from '../../platform/sqlite/job-commands.ts';
import type { CollectionResponses } from './collection-responses.ts';
import { collectionNotFound } from './collection-service.ts';
import type { CollectionListRepository } from './repository/collection-list-repository.ts';
import type { CollectionTrashRepository } from './repository/collection-trash-repository.ts';

export interface CollectionTrashOptions {
  commands: Commands;
  trashRows: CollectionTrashRepository;
  lists: Pick<CollectionListRepository, 'deleted'>;
  responses: CollectionResponses;
  clock: Clock;
  onChange: () => void;
}

/** Lists the deleted collections, which the trash of contents purges with its own, and restores them. */
export class CollectionTrash {
  readonly #options: CollectionTrashOptions;

  constructor(options: CollectionTrashOptions) {
    this.#options = options;
  }

  page(place: { skip: number; limit: number }): { items: TrashedCollection[]; total: number } {
    const { lists, responses } = this.#options;
    const { items, total } = lists.deleted(place);
    return {
      items: items.map(({ deletedAt, ...summary }) => ({
        collection: responses.collection(summary),
        deleted_at: toTimestamp(deletedAt),
        purged_at: toTimestamp(deletedAt + trashKeptMs),
      })),
      total,
    };
  }

  /** Restores a collection with those in it. @throws NodeError `collection_not_found` */
  restore(id: string): Promise<void> {
    const { trashRows, clock } = this.#options;
    return this.#change(() => trashRows.restore(id, clock()));
  }

  /** Deletes a collection for ever. @throws NodeError `collection_not_found` */
  purge(id: string): Promise<void> {
    return this.#change(() => this.#options.trashRows.purge(id));
  }

  async #change(change: () => boolean): Promise<void> {
    if (!(await commitAtOnce(this.#options.commands, change).catch(rejectWriteError)))
      throw collectionNotFound();
    this.#options.onChange();
  }
}
