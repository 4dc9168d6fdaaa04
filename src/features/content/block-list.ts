import { type Clock, systemClock } from '../../core/clock.ts';
import { blocked } from '../../core/content-errors.ts';
import { hashKey } from '../../core/hash-key.ts';
import type { BlockedRow, BlockRepository } from './repository/block-repository.ts';

/** Keeps the contents that this node neither stores nor sends nor fetches. */
export class BlockList {
  readonly #blocked: BlockRepository;
  readonly #clock: Clock;
  readonly #onChange: () => void;
  /** Blocked contents, in memory because every upload checks them. */
  readonly #hashes: Set<string>;

  constructor(repository: BlockRepository, clock: Clock = systemClock, onChange: () => void = () => {}) {
    this.#blocked = repository;
    this.#clock = clock;
    this.#onChange = onChange;
    this.#hashes = new Set(repository.list().map(({ sha256 }) => hashKey(sha256)));
    repository.follow((sha256, isBlocked) => {
      if (isBlocked) this.#hashes.add(hashKey(sha256));
      else this.#hashes.delete(hashKey(sha256));
    });
  }

  isBlocked(sha256: Buffer): boolean {
    return this.#hashes.has(hashKey(sha256));
  }

  /** Refuses a blocked content. @throws NodeError `blocked` */
  refuse(sha256: Buffer): void {
    if (!this.isBlocked(sha256)) return;
    throw blocked();
  }

  list(): BlockedRow[] {
    return this.#blocked.list();
  }

  /** Blocks a content and removes its record in one transaction; the caller removes the bytes. */
  async add(sha256: Buffer, reason: string): Promise<BlockedRow> {
    await this.#blocked.add({ sha256, reason, blockedAt: this.#clock() });
    this.#hashes.add(hashKey(sha256));
    this.#onChange();
    return this.#blocked.get(sha256) as BlockedRow;
  }

  /** Unblocks a content without restoring its bytes; returns whether it was blocked. */
  async remove(sha256: Buffer): Promise<boolean> {
    const removed = await this.#blocked.remove(sha256);
    this.#hashes.delete(hashKey(sha256));
    if (removed) this.#onChange();
    return removed;
  }
}
