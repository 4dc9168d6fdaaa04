import { createCipheriv, hash } from 'node:crypto';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Returns a generator of numbers from 0 to 1, the same ones for the same seed. */
export function randomFrom(seed: number): () => number {
  const generator = xoroshiro128plus(seed);
  return () => uniformFloat64(generator);
}

/** Random choices, the same ones for the same seed. */
export class Seeded {
  /** From 0 to 1. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = randomFrom(seed);
  }

  /** Returns true with this probability. */
  happens(probability: number): boolean {
    return this.next() < probability;
  }

  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  /** @throws RangeError for an empty list */
  of<T>(some: readonly T[]): T {
    if (some.length === 0) throw new RangeError('nothing to choose from');
    return some[this.below(some.length)] as T;
  }

  /** Returns small and large numbers equally often: each power of two has the same probability. */
  size(max: number): number {
    return Math.max(1, Math.floor(max ** this.next()));
  }
}

/** Returns pseudo-random bytes of no known format, the same ones for the same name. */
export function bytesNamed(name: string, size: number): Buffer {
  const cipher = createCipheriv('aes-128-ctr', hash('md5', name, 'buffer'), Buffer.alloc(16));
  return cipher.update(Buffer.alloc(size)).fill(1, 0, Math.min(size, 1));
}
