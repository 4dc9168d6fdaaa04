import { trashKeptMs } from '../../../contract/dashboard-api/library/trash.ts';
import type { Clock } from '../../../core/clock.ts';
import { contentNotFound } from '../../../core/content-errors.ts';
import { invalidCursor } from '../../../core/lists/cursors.ts';
import type { Catalogue } from '../catalogue.ts';
import type { TrashedRecord, TrashPlace, TrashQuery, TrashRepository } from './trash-repository.ts';

const checkEveryMs = 60 * 60 * 1000;
/** Number of removals that share one sync of the disk. */
const batchSize = 64;

export interface TrashOptions {
  rows: TrashRepository;
  catalogue: Pick<Catalogue, 'moveToTrash' | 'change' | 'removeWith' | 'isBusy'>;
  /** Purges the collections that were deleted before a time. */
  purgeCollections: (time: number) => Promise<void>;
  clock: Clock;
  onError: (error: unknown) => void;
}

interface TrashPageQuery extends Omit<TrashQuery, 'before'> {
  cursor?: string | undefined;
}

/**
 * Keeps deleted contents for `trashDays`, in which they can be restored; everything else in the node treats them as
 * deleted.
 */
export class Trash {
  readonly #options: TrashOptions;
  #timer: NodeJS.Timeout | undefined;
  #purging: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: TrashOptions) {
    this.#options = options;
  }

  start(): void {
    const purge = () => {
      this.#purging = this.purgeExpired().catch(this.#options.onError);
    };
    this.#timer ??= setInterval(purge, checkEveryMs).unref();
    purge();
  }

  usage(): { contents: number; bytes: number } {
    return this.#options.rows.usage();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#purging;
  }

  has(sha256: Buffer): boolean {
    return this.#options.rows.has(sha256);
  }

  /** Moves a content to the trash. @throws NodeError `content_not_found` */
  async add(sha256: Buffer): Promise<void> {
    const { catalogue, rows, clock } = this.#options;
    if (!(await catalogue.moveToTrash(sha256, () => rows.add(sha256, clock())))) throw contentNotFound();
  }

  /**
   * Removes an owner of a content, and moves it to the trash where it has no other owner.
   * @returns whether it is in the trash
   * @throws NodeError `content_not_found`
   */
  async addFor(user: string, sha256: Buffer): Promise<boolean> {
    const { catalogue, rows, clock } = this.#options;
    const trashing = await catalogue.moveToTrash(sha256, () => rows.addFor(user, sha256, clock()));
    if (!trashing) throw contentNotFound();
    return trashing === 'trashed';
  }

  /** Returns whether `addFor` leaves a content to other owners. */
  isOfOthers(user: string, sha256: Buffer): boolean {
    return this.#options.rows.isOfOthers(sha256, user);
  }

  /** Restores a content. @throws NodeError `content_not_found` where it is not in the trash */
  async restore(sha256: Buffer): Promise<void> {
    const { catalogue, rows } = this.#options;
    if (!(await catalogue.change(sha256, () => rows.restore(sha256)))) throw contentNotFound();
  }

  /** Deletes a content in the trash for ever. @throws NodeError `content_not_found` where it is not there */
  async purge(sha256: Buffer): Promise<void> {
    if (!(await this.#purge(sha256))) throw contentNotFound();
  }

  /** Purges a content to free space; false: it is not in the trash, or is being changed. */
  async evict(sha256: Buffer): Promise<boolean> {
    // Waiting for the lock could deadlock: its holder may itself wait for space.
    return !this.#options.catalogue.isBusy(sha256) && this.#purge(sha256);
  }

  /** Purges everything in the trash, and returns how many contents that were. */
  empty(): Promise<number> {
    return this.#purgeBefore(this.#options.clock() + 1);
  }

  /** Purges contents that have been in the trash for `trashDays`. */
  async purgeExpired(): Promise<void> {
    await this.#purgeBefore(this.#options.clock() - trashKeptMs);
  }

  /** Lists the contents of the trash that a search finds, newest deletion first. */
  page({ q, cursor, skip, limit }: TrashPageQuery): {
    items: TrashedRecord[];
    nextCursor: string | null;
    topCursor: string | null;
    total: number;
  } {
    const { rows } = this.#options;
    const before = cursor === undefined ? undefined : readPlace(cursor);
    const items = rows.page({ q, before, skip, limit });
    const first = items[0];
    const last = items.length === limit ? items.at(-1) : undefined;
    return {
      items,
      nextCursor: last ? writePlace(last) : null,
      topCursor: first ? writePlace({ ...first, number: first.number + 1 }) : null,
      total: rows.count(q),
    };
  }

  /** Returns the time at which a content that was deleted at `deletedAt` is purged. */
  purgeAt(deletedAt: number): number {
    return deletedAt + trashKeptMs;
  }

  #purge(sha256: Buffer, before?: number): Promise<boolean> {
    return this.#options.catalogue.removeWith(sha256, () => this.#options.rows.remove(sha256, before));
  }

  async #purgeBefore(time: number): Promise<number> {
    const { rows, purgeCollections } = this.#options;
    await purgeCollections(time);
    let purged = 0;
    let last: TrashPlace | undefined;
    for (;;) {
      const due = rows.oldest(last, batchSize).filter(({ deletedAt }) => deletedAt < time);
      last = due.at(-1);
      if (!last || this.#isStopped) return purged;
      const results = await Promise.all(due.map(({ sha256 }) => this.#purge(sha256, time)));
      purged += results.filter(Boolean).length;
    }
  }
}

const writePlace = ({ deletedAt, number }: TrashPlace): string =>
  `${deletedAt.toString(36)}.${number.toString(36)}`;

function readPlace(cursor: string): TrashPlace {
  const [, deletedAt = '', number = ''] = /^([0-9a-z]{1,11})\.([0-9a-z]{1,11})$/.exec(cursor) ?? [];
  const place = { deletedAt: Number.parseInt(deletedAt, 36), number: Number.parseInt(number, 36) };
  if (!Number.isSafeInteger(place.deletedAt) || !Number.isSafeInteger(place.number)) throw invalidCursor();
  return place;
}
