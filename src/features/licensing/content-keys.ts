import { createHash } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { NodeError } from '../../core/node-error.ts';
import { AgeIdentity } from '../../crypto/age/keys/x25519.ts';
import { SecretBox } from '../../crypto/secret-box.ts';
import type { ContentKeyRepository, ContentKeyRow } from './repository/content-key-repository.ts';

/** Returns the SHA-256 of an identity's text, as registered on the chain. */
export const keyHashOf = (identity: AgeIdentity): Buffer =>
  createHash('sha256').update(identity.secretKey()).digest();

/** A key with the content that it decrypts. */
export interface NewContentKey extends Omit<ContentKeyRow, 'key' | 'keyHash' | 'createdAt'> {
  identity: AgeIdentity;
}

/** Keeps the content keys, which the database stores encrypted under the node's secret. */
export class ContentKeys {
  readonly #rows: ContentKeyRepository;
  readonly #secretBox: SecretBox;
  readonly #clock: Clock;

  constructor(rows: ContentKeyRepository, nodeSecret: Uint8Array, clock: Clock) {
    this.#rows = rows;
    this.#secretBox = new SecretBox(nodeSecret, 'content-key');
    this.#clock = clock;
  }

  /** Returns the row of a key. */
  find(encrypted: Buffer): ContentKeyRow | undefined {
    return this.#rows.get(encrypted);
  }

  /** Returns the keys of files that this node encrypted from these plain bytes. */
  ofPlain(plain: Buffer): ContentKeyRow[] {
    return this.#rows.ofPlain(plain);
  }

  /**
   * Returns the decrypted key of an encrypted file.
   * @throws NodeError `key_not_found`
   */
  open(encrypted: Buffer): AgeIdentity {
    return AgeIdentity.parse(this.#secretOf(encrypted));
  }

  /**
   * Checks that `open` would succeed, at a tenth of its cost.
   * @throws NodeError `key_not_found`
   */
  require(encrypted: Buffer): void {
    this.#secretOf(encrypted);
  }

  put({ identity, ...content }: NewContentKey): void {
    this.#rows.put({
      ...content,
      key: this.#secretBox.encrypt(identity.secretKey()),
      keyHash: keyHashOf(identity),
      createdAt: this.#clock(),
    });
  }

  remove(encrypted: Buffer): void {
    this.#rows.remove(encrypted);
  }

  #secretOf(encrypted: Buffer): string {
    const row = this.#rows.get(encrypted);
    const secret = row && this.#secretBox.decrypt(row.key);
    if (secret !== undefined) return secret;
    throw new NodeError('key_not_found', row ? 'licensing.keyOfOtherSecret' : 'licensing.keyNotHere');
  }
}
