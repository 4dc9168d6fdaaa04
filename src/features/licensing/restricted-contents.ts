import type { Clock } from '../../core/clock.ts';
import type { Lease } from '../../core/concurrency/leader.ts';
import { contentNotStored } from '../../core/content-errors.ts';
import { hashKey } from '../../core/hash-key.ts';
import { NodeError } from '../../core/node-error.ts';
import { asWriteError } from '../../platform/blobs/store/disk-errors.ts';
import type { Catalogue } from '../content/index.ts';
import type { ContentKeys } from './content-keys.ts';
import { copied, notYours } from './encryption/encryption-errors.ts';
import type { RestrictionRepository } from './repository/restriction-repository.ts';
import type { SoldCollectionRepository } from './repository/sold-collection-repository.ts';
import type { Restriction, RestrictionConditions } from './restriction-store.ts';

export interface RestrictedContentsOptions {
  rows: RestrictionRepository;
  keys: ContentKeys;
  soldRows: Pick<SoldCollectionRepository, 'partsOfSale' | 'isInUnfinishedSale' | 'manifestOf'>;
  catalogue: Pick<Catalogue, 'find' | 'forget' | 'refresh' | 'removeOwner'>;
  /** Returns whether a file is on the followed chain. */
  isRegistered: (sha256: Buffer) => boolean;
  clock: Clock;
  /** Called when a content becomes restricted. */
  onRestricted: (plain: Buffer) => void;
  /** Called before the plain bytes of a sold content are removed. */
  onSold: (plain: Buffer, encrypted: Buffer) => void;
  /** Called when a content is no longer restricted. */
  onUnrestricted: (plain: Buffer) => void;
  onChange: () => void;
}

/** Stands for the last request of a content that was restricted only for a collection, whose sale ended. */
const endedWithCollection = Number.NEGATIVE_INFINITY;

const refusals = { not_stored: contentNotStored, not_yours: notYours, copied };

/** Restricts plain contents for sale, and lifts the restriction or removes them once they are sold. */
export class RestrictedContents {
  readonly #options: RestrictedContentsOptions;
  readonly #startedAt: number;
  /** Time of the last request for each content, in milliseconds, by plain hash in Latin-1. */
  readonly #asked = new Map<string, number>();

  constructor(options: RestrictedContentsOptions) {
    this.#options = options;
    this.#startedAt = options.clock();
  }

  /**
   * Restricts a content for a user, unless it is restricted; a sold content stays unchanged.
   * @param whole the plain manifest for whose sale it is restricted
   * @throws NodeError `content_not_found`, `not_yours`, `insufficient_storage` when the disk is too full to record it
   */
  async restrict(plain: Buffer, user: string, whole?: Buffer): Promise<void> {
    const { catalogue, onRestricted } = this.#options;
    // With a collection, it stays restricted as long as that one.
    if (whole) await this.#restrict(plain, user, false);
    else await this.#restrictAlone(plain, user);
    catalogue.forget(plain);
    onRestricted(plain);
  }

  /** Restricts a content for a sale of its own, which the end of a collection's sale must not end meanwhile. */
  async #restrictAlone(plain: Buffer, user: string): Promise<void> {
    const askedBefore = this.#asked.get(hashKey(plain));
    this.touch(plain);
    try {
      await this.#restrict(plain, user, true);
    } catch (error) {
      if (askedBefore === undefined) this.#asked.delete(hashKey(plain));
      else this.#asked.set(hashKey(plain), askedBefore);
      throw error;
    }
  }

  async #restrict(plain: Buffer, user: string, isAlone: boolean): Promise<void> {
    const { rows, clock } = this.#options;
    const outcome = await rows.restrict(plain, user, clock(), isAlone).catch((error: unknown) => {
      throw asWriteError(error);
    });
    if (outcome !== 'restricted') throw refusals[outcome]();
  }

  /** Records that a user requests the sale now, not only with a collection. */
  touch(plain: Buffer): void {
    this.#asked.set(hashKey(plain), this.#options.clock());
  }

  /** Returns the time of the last request, also at another replica, in milliseconds. */
  askedAt(plain: Buffer): number | undefined {
    const here = this.#asked.get(hashKey(plain));
    const stored = this.#options.rows.get(plain)?.askedAt ?? undefined;
    return here === undefined || stored === undefined ? (here ?? stored) : Math.max(here, stored);
  }

  /** Returns whether a user requested a sale of this content alone. */
  isRequestedAlone(plain: Buffer): boolean {
    return Number.isFinite(this.askedAt(plain));
  }

  /** Returns the time since the last request, and since the node started, in milliseconds. */
  idleFor(plain: Buffer): number {
    const askedAt = this.askedAt(plain) ?? this.#startedAt;
    return this.#options.clock() - (Number.isFinite(askedAt) ? Math.max(askedAt, this.#startedAt) : askedAt);
  }

  /** Returns whether a content of a collection in sale has a sale of its own. */
  isSoldAlone(part: Buffer, whole: Buffer): boolean {
    const { rows } = this.#options;
    if (this.isRequestedAlone(part)) return true;
    const begunAt = rows.get(part)?.begunAt ?? Number.POSITIVE_INFINITY;
    // It began before the last start of the node.
    return begunAt < (rows.get(whole)?.begunAt ?? 0);
  }

  /**
   * Lifts a restriction; each step can be repeated after a crash.
   * @returns whether it was lifted; false, with another replica's files still there, where `conditions` refuse it
   */
  async unrestrict(row: Restriction, conditions: RestrictionConditions = {}): Promise<boolean> {
    const { rows, catalogue, clock, soldRows, onUnrestricted, onChange } = this.#options;
    const { plain } = row;
    const parts = soldRows.partsOfSale(plain).filter((part) => !this.isSoldAlone(part, plain));
    // From then on, no order can be placed for the file that is removed.
    if (row.encrypted && !(await rows.forgetEncrypted(row, conditions))) return false;
    await this.removeMade(row, conditions);
    if (!(await rows.unrestrict(row, clock(), conditions))) return false;
    for (const part of parts) this.#asked.set(hashKey(part), endedWithCollection);
    catalogue.forget(plain);
    this.#asked.delete(hashKey(plain));
    onUnrestricted(plain);
    onChange();
    return true;
  }

  /** Unlists restricted contents that an earlier version published. */
  async unlistAll(): Promise<void> {
    const { rows, catalogue, clock } = this.#options;
    for (const plain of await rows.unlistRestricted(clock())) catalogue.forget(plain);
  }

  /** Removes the plain bytes of a sold content, unless others own them; the encrypted file contains them. */
  async finish({ plain, user }: Restriction, encrypted: Buffer, lease?: Lease): Promise<void> {
    const { rows, catalogue, clock, onSold, onChange } = this.#options;
    // Another replica may have stored it.
    if (!catalogue.find(encrypted)) await catalogue.refresh();
    // If the encrypted file was removed, the plain bytes stay, because they may be the only copy.
    if (catalogue.find(encrypted)) {
      onSold(plain, encrypted);
      await this.#removeOwner(plain, user, () => rows.isStored(encrypted));
    }
    await rows.setRegistered(encrypted, clock(), lease);
    this.#asked.delete(hashKey(plain));
    onChange();
  }

  /**
   * Removes the files and keys made for this sale, even incomplete ones. Those of earlier sales stay, also on other
   * chains, and all where `conditions` refuse it.
   */
  async removeMade(
    { plain, user, begunAt }: Restriction,
    { mayChange }: RestrictionConditions = {},
  ): Promise<void> {
    const { rows, keys, soldRows, isRegistered } = this.#options;
    const mayGo = () => {
      const now = rows.get(plain);
      return now === undefined || (mayChange?.(now) ?? true);
    };
    for (const { encrypted, origin, createdAt } of keys.ofPlain(plain)) {
      if (origin !== 'author' || createdAt < begunAt || isRegistered(encrypted)) continue;
      const manifest = soldRows.manifestOf(encrypted);
      if (manifest) await this.#removeOwner(manifest, user, mayGo);
      await this.#removeOwner(encrypted, user, mayGo);
      await keys.removeUnused(encrypted, mayGo);
    }
  }

  async #removeOwner(sha256: Buffer, user: string, mayGo?: () => boolean): Promise<void> {
    try {
      await this.#options.catalogue.removeOwner(sha256, user, mayGo);
    } catch (error) {
      if (!(error instanceof NodeError && error.code === 'content_not_found')) throw error;
    }
  }
}
