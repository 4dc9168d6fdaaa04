import type { Clock } from '../../core/clock.ts';
import { NodeError } from '../../core/node-error.ts';
import { asWriteError } from '../../platform/blobs/store/disk-errors.ts';
import type { Catalogue } from '../content/catalogue.ts';
import type { ContentRecordRepository } from '../content/repository/content-record-repository.ts';
import type { ContentKeys } from './content-keys.ts';
import { copied, notStored, notYours } from './encryption/encryption-errors.ts';
import type { SealingRepository, SealingRow } from './repository/encryption-repository.ts';

export interface ClosedContentsOptions {
  rows: SealingRepository;
  keys: ContentKeys;
  catalogue: Pick<Catalogue, 'find' | 'leave'>;
  records: Pick<ContentRecordRepository, 'get'>;
  /** Whether a content came from another node, whoever holds it since. */
  isCopy: (sha256: Buffer) => boolean;
  /** Shows a content in lists, or takes it out of them. */
  publish: (sha256: Buffer, published: boolean) => void;
  /** Whether a file is on the chain that is followed. */
  isRegistered: (sha256: Buffer) => boolean;
  clock: Clock;
  /** This content is to go nowhere any more. */
  onClosed: (plain: Buffer) => void;
  /** This content is open again. */
  onReopened: (plain: Buffer) => void;
  onChange: () => void;
}

/** Plain contents that are to be sold: how one is closed, opens again as it was, or goes for good. */
export class ClosedContents {
  readonly #options: ClosedContentsOptions;
  readonly #startedAt: number;
  /** When somebody last asked for each, in milliseconds, by the plain hash in Latin-1. */
  readonly #asked = new Map<string, number>();

  constructor(options: ClosedContentsOptions) {
    this.#options = options;
    this.#startedAt = options.clock();
  }

  /**
   * Closes a content for a user, unless it is. Changes nothing of one that was sold.
   * @throws NodeError `content_not_found`, `not_yours`, `insufficient_storage` when the disk is too full to note it
   */
  close(plain: Buffer, user: string): void {
    const { rows, records, isCopy, publish, clock, onClosed } = this.#options;
    const record = records.get(plain);
    const row = rows.get(plain);
    if (!record) throw notStored();
    if (row ? row.user !== user : record.uploadedBy !== user) throw notYours();
    // Else whoever brings the same bytes could close what others have opened.
    if (!row && isCopy(plain)) throw copied();
    this.touch(plain);
    try {
      if (!row) rows.add({ plain, user, wasPublished: record.published, begunAt: clock() });
      if (record.published) publish(plain, false);
    } catch (error) {
      throw asWriteError(error);
    }
    onClosed(plain);
  }

  /** Somebody asks for it, or got it, now. */
  touch(plain: Buffer): void {
    this.#asked.set(keyOf(plain), this.#options.clock());
  }

  /** When somebody last asked for it since the node started, in milliseconds. */
  askedAt(plain: Buffer): number | undefined {
    return this.#asked.get(keyOf(plain));
  }

  /** For how long nobody has asked for it, in milliseconds. */
  idleFor(plain: Buffer): number {
    return this.#options.clock() - (this.askedAt(plain) ?? this.#startedAt);
  }

  /** Opens one again. Each step may be done again after a crash. */
  async reopen(row: SealingRow): Promise<void> {
    const { rows, records, publish, onReopened, onChange } = this.#options;
    const { plain, user, wasPublished } = row;
    await this.removeMade(row);
    if (wasPublished && records.get(plain)?.uploadedBy === user) publish(plain, true);
    rows.remove(plain);
    this.#asked.delete(keyOf(plain));
    onReopened(plain);
    onChange();
  }

  /** Takes what is closed out of lists, where an earlier version showed it after somebody else had registered it. */
  hideAll(): void {
    const { rows, publish } = this.#options;
    for (const plain of rows.listed()) publish(plain, false);
  }

  /** On the chain: the plain bytes go, unless others hold them, too. The encrypted file opens to the same. */
  async finish({ plain, user }: SealingRow, sealed: Buffer): Promise<void> {
    const { rows, catalogue, clock, onChange } = this.#options;
    // Whoever removed that by hand keeps the plain bytes, which nobody has otherwise.
    if (catalogue.find(sealed)) await this.#leave(plain, user);
    rows.setRegistered(sealed, clock());
    this.#asked.delete(keyOf(plain));
    onChange();
  }

  /**
   * Takes away what was made for this sale, whole or not, with its keys. What was sold before, maybe on another chain,
   * stays.
   */
  async removeMade({ plain, user, begunAt }: SealingRow): Promise<void> {
    const { keys, isRegistered } = this.#options;
    for (const { sealed, origin, createdAt } of keys.ofPlain(plain)) {
      if (origin !== 'author' || createdAt < begunAt || isRegistered(sealed)) continue;
      await this.#leave(sealed, user);
      keys.remove(sealed);
    }
  }

  async #leave(sha256: Buffer, user: string): Promise<void> {
    try {
      await this.#options.catalogue.leave(sha256, user);
    } catch (error) {
      if (!(error instanceof NodeError && error.code === 'content_not_found')) throw error;
    }
  }
}

const keyOf = (sha256: Buffer): string => sha256.toString('latin1');
