import { createHash } from 'node:crypto';
import { unixSeconds } from './handshake-freshness.ts';
import { type NonceStore, rememberedSeconds } from './nonce-store.ts';

const slotSeconds = 60;
const keptSlots = rememberedSeconds / slotSeconds;

/**
 * Stores nonces in the memory of one node, only as truncated hashes, which do not reveal who connected. 250,000 entries
 * take about 20 MB and allow 400 handshakes a second.
 */
export class NonceCache implements NonceStore {
  /** Second of the request by hash and minute; whole minutes expire, which takes no search. */
  readonly #slots = new Map<number, Map<string, number>>();
  readonly #capacity: number;

  constructor(capacity = 250_000) {
    this.#capacity = capacity;
  }

  async remember(publicKey: string, nonce: string, now: number): ReturnType<NonceStore['remember']> {
    const second = unixSeconds(now);
    const current = Math.floor(second / slotSeconds);
    const hash = createHash('sha256').update(`${publicKey}\n${nonce}`).digest().toString('latin1', 0, 16);
    let size = 0;
    for (const [slot, seen] of this.#slots) {
      // Slots in the future are dropped too, because they would never expire after the clock was set back.
      if (Math.abs(slot - current) > keptSlots) this.#slots.delete(slot);
      else if (Math.abs(second - (seen.get(hash) ?? -Infinity)) <= rememberedSeconds) return 'replayed';
      else size += seen.size;
    }
    if (size >= this.#capacity) return 'full';
    const slot = this.#slots.get(current) ?? new Map<string, number>();
    this.#slots.set(current, slot.set(hash, second));
    return 'fresh';
  }
}
