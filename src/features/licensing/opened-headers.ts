import { LRUCache } from 'lru-cache';
import { hashKey } from '../../core/hash-key.ts';
import type { AgeIdentity } from '../../crypto/age/keys/x25519.ts';
import { AgeDecryptor, type AgeSource, type OpenedAge } from '../../crypto/age/open-age.ts';

/** Time for which a file stays open, because players that seek request many parts of one file in a row. */
const headerKeptMs = 60_000;
const maxFiles = 64;

/** Opens encrypted files, and caches their headers for a short time. */
export class OpenedHeaders {
  /** Open files by the hash of the encrypted file, in Latin-1. */
  readonly #files = new LRUCache<string, AgeDecryptor>({
    max: maxFiles,
    ttl: headerKeptMs,
    ttlAutopurge: true,
  });

  /**
   * Opens an encrypted file.
   * @throws AgeError where its header or end are not authentic and the file is not cached, and the errors of `key`
   */
  async open(encrypted: Buffer, source: AgeSource, key: () => AgeIdentity): Promise<OpenedAge> {
    const known = this.#files.get(hashKey(encrypted));
    const file = known ?? (await AgeDecryptor.of(source, key()));
    this.#files.set(hashKey(encrypted), file);
    return file.in(source);
  }

  /** Drops the cached header of a file. */
  forget(encrypted: Buffer): void {
    this.#files.delete(hashKey(encrypted));
  }
}
