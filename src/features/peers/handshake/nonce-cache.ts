import { createHash } from 'node:crypto';
import { unixSeconds } from './handshake-time.ts';

const rememberedSeconds = 600;
const slotSeconds = 60;
const keptSlots = rememberedSeconds / slotSeconds;

/**
 * Remembers the nonces of the last 600 s, which is as long as a request can be repeated (its timestamp may
 * lie 300 s on either side of now). It holds only truncated hashes of key and nonce, in memory, so that
 * nothing tells who was here.
 *
 * Record a nonce only after its signature was verified: then filling the cache costs a verification and an
 * allowance of the rate limit each. When it is full all the same, new requests are refused until a
 * minute's worth has expired: forgetting early would let honest requests be replayed, and growing would
 * let strangers take the memory. The default of 250,000 takes about 20 MB and 400 handshakes a second
 * over ten minutes.
 */
export class NonceCache {
  /** Minute → hash → second it was seen; whole minutes are dropped, so forgetting costs nothing. */
  readonly #slots = new Map<number, Map<string, number>>();
  readonly #capacity: number;

  constructor(capacity = 250_000) {
    this.#capacity = capacity;
  }

  /**
   * Takes note of a nonce of a verified request.
   * @param now Unix milliseconds
   * @returns `replayed` when this key used it in the last 600 s, `full` when there is no room to note it
   */
  remember(publicKey: string, nonce: string, now: number): 'fresh' | 'replayed' | 'full' {
    const second = unixSeconds(now);
    const current = Math.floor(second / slotSeconds);
    const hash = createHash('sha256').update(`${publicKey}\n${nonce}`).digest().toString('latin1', 0, 16);
    let size = 0;
    for (const [slot, seen] of this.#slots) {
      // On either side: after the clock was set back, slots of the future would stay for ever.
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
