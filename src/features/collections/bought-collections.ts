import type { CollectionManifest } from '../../contract/collections/manifest.ts';
import type { Clock } from '../../core/clock.ts';
import { requestId } from '../../core/ids.ts';
import { printable } from '../../core/printable.ts';
import { rejectWriteError } from '../../platform/blobs/store/disk-errors.ts';
import type { Commands } from '../../platform/sqlite/commands.ts';
import type { Db } from '../../platform/sqlite/database.ts';
import { commitAtOnce } from '../../platform/sqlite/job-commands.ts';
import type { ContentFacts } from './collection.ts';
import { CollectionListRepository } from './repository/collection-list-repository.ts';
import { CollectionRepository } from './repository/collection-repository.ts';
import { WantedCoverRepository } from './repository/wanted-cover-repository.ts';

interface Options {
  db: Db;
  commands: Commands;
  clock: Clock;
  onChange: () => void;
}

/** Shows collections that were bought as one among those of the owner. */
export class BoughtCollections {
  readonly #options: Options;
  readonly #rows: CollectionRepository;
  readonly #lists: CollectionListRepository;
  readonly #covers: WantedCoverRepository;

  constructor(options: Options) {
    this.#options = options;
    this.#rows = new CollectionRepository(options.db);
    this.#lists = new CollectionListRepository(options.db);
    this.#covers = new WantedCoverRepository(options.db);
  }

  /**
   * Creates a collection of contents, in their order, and requests its cover. Creates none when a limit is reached, or
   * where a collection with all of them exists: after a recovery, that one has the cover, whose file may be missing.
   * @param cover SHA-256 of the picture that the manifest names, if it may be shown
   */
  async add(
    manifest: CollectionManifest,
    contents: readonly ContentFacts[],
    cover: Buffer | undefined,
  ): Promise<void> {
    const { clock, onChange } = this.#options;
    const changed = await this.#write(() => {
      if (this.#lists.isCollected(contents.map(({ sha256 }) => sha256))) {
        return cover !== undefined && this.#covers.wantAgain(cover);
      }
      const id = this.#create(manifest, contents, clock());
      if (id !== undefined && cover) this.#covers.want(id, cover);
      return id !== undefined;
    });
    if (changed) onChange();
  }

  /** Returns the pictures that are to be fetched as covers. */
  wantedCovers(): Buffer[] {
    return this.#covers.all();
  }

  isWanted(cover: Buffer): boolean {
    return this.#covers.has(cover);
  }

  /** Makes a stored picture the cover of the collections that wait for it. */
  async showCover(cover: Buffer): Promise<void> {
    const { clock, onChange } = this.#options;
    await this.#write(() => this.#covers.show(cover, clock()));
    onChange();
  }

  async forgetCover(cover: Buffer): Promise<void> {
    await this.#write(() => this.#covers.forget(cover));
  }

  #write<T>(write: () => T): Promise<T> {
    return commitAtOnce(this.#options.commands, write).catch(rejectWriteError);
  }

  /** Returns the id of a new collection; undefined when a limit is reached. */
  #create(
    { kind, title, description, artists }: CollectionManifest,
    contents: readonly ContentFacts[],
    at: number,
  ): string | undefined {
    const id = requestId();
    const about = { kind, title: printable(title), artists: artists.map(printable) };
    // Line breaks of a description stay.
    const lines = description.split('\n').map(printable).join('\n');
    if (this.#rows.add({ ...about, id, description: lines, parentId: null }, at) !== 'added')
      return undefined;
    if (typeof this.#rows.insert(id, contents, null, at) === 'object') return id;
    this.#rows.remove(id, at);
    return undefined;
  }
}
