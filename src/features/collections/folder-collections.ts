import type { Clock } from '../../core/clock.ts';
import { requestId } from '../../core/ids.ts';
import { asWrite } from '../../platform/blobs/store/disk-errors.ts';
import type { Db } from '../../platform/sqlite/database.ts';
import type { CollectionSummary, ContentFacts } from './collection.ts';
import { CollectionListRepository } from './repository/collection-list-repository.ts';
import { CollectionRepository } from './repository/collection-repository.ts';
import { CollectionTree } from './repository/collection-tree.ts';

interface Options {
  db: Db;
  clock: Clock;
  onChange: () => void;
}

/**
 * Keeps collections in step with folders on the disk, also those in the trash, which may be restored; ignores entries
 * beyond the limits of collections.
 */
export class FolderCollections {
  readonly #options: Options;
  readonly #rows: CollectionRepository;
  readonly #listedRows: CollectionRepository;
  readonly #tree: CollectionTree;
  readonly #lists: CollectionListRepository;

  constructor(options: Options) {
    this.#options = options;
    this.#rows = new CollectionRepository(options.db, true);
    this.#listedRows = new CollectionRepository(options.db);
    this.#tree = new CollectionTree(options.db, true);
    this.#lists = new CollectionListRepository(options.db);
  }

  /** Returns the depth of a collection, 1 for the topmost; 0 where it does not exist. */
  depthOf(id: string): number {
    const summary = this.#get(id);
    return summary ? this.#lists.pathOf(summary).length + 1 : 0;
  }

  /** Creates a collection, and returns its id; undefined where a limit is reached or the parent does not exist. */
  create(title: string, parentId: string | null): string | undefined {
    const id = requestId();
    const row = { id, kind: 'folder' as const, title, description: '', artists: [], parentId };
    return this.#change((at) => this.#rows.add(row, at)) === 'added' ? id : undefined;
  }

  /** Adds a content before another one, or at the end. */
  insert(id: string, content: ContentFacts, before: Buffer | undefined): void {
    this.#change((at) => this.#rows.insert(id, [content], before ? { sha256: before } : null, at));
  }

  /** Moves a collection to the end of another one; neither may be in the trash, which would hide the moved one. */
  nest(id: string, parentId: string): void {
    if (this.#get(id)?.parentId === parentId) return;
    this.#change((at) => this.#listedRows.insert(parentId, [{ id }], null, at));
  }

  remove(id: string, sha256: Buffer): void {
    this.#change((at) => this.#rows.take(id, [{ sha256 }], at));
  }

  /** Renames a collection that still has the title of its folder. */
  rename(id: string, from: string, to: string): void {
    if (from === to || this.#get(id)?.title !== from) return;
    this.#change((at) => this.#rows.edit(id, { title: to }, at));
  }

  /** Deletes a collection if it has no visible entries; returns whether it does not exist any more. */
  deleteEmpty(id: string): boolean {
    const summary = this.#get(id);
    if (summary && summary.items > 0) return false;
    if (summary) this.#change((at) => this.#rows.remove(id, at));
    return true;
  }

  #get(id: string): CollectionSummary | undefined {
    const number = this.#tree.numberOf(id);
    return number === undefined ? undefined : this.#lists.some([number]).get(number);
  }

  #change<T>(change: (at: number) => T): T {
    const result = asWrite(() => change(this.#options.clock()));
    this.#options.onChange();
    return result;
  }
}
