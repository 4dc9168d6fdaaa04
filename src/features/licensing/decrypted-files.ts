import { LRUCache } from 'lru-cache';
import { type AgeSource, type OpenedAge, UnlockedAge } from '../../crypto/age/open-age.ts';
import type { AgeIdentity } from '../../crypto/age/x25519.ts';

/** A player that seeks asks for many parts of one file, one after the other. */
const keptMs = 60_000;
const mostFiles = 64;

/** Opens sealed files; what one needed to be opened is kept for a short time. */
export class UnlockedFiles {
  /** By the hash of the sealed file, in Latin-1. */
  readonly #files = new LRUCache<string, UnlockedAge>({ max: mostFiles, ttl: keptMs, ttlAutopurge: true });

  /** @throws AgeError where its header or end are not authentic and it was not opened before, and what `key` throws */
  async open(sealed: Buffer, source: AgeSource, key: () => AgeIdentity): Promise<OpenedAge> {
    const known = this.#files.get(keyOf(sealed));
    const file = known ?? (await UnlockedAge.of(source, key()));
    this.#files.set(keyOf(sealed), file);
    return file.in(source);
  }

  /** Something is wrong with that file: next time it is looked at from its header on. */
  forget(sealed: Buffer): void {
    this.#files.delete(keyOf(sealed));
  }
}

const keyOf = (sha256: Buffer): string => sha256.toString('latin1');
