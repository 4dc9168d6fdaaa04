import { createHash } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { NodeError } from '../../core/node-error.ts';
import { AgeIdentity } from '../../crypto/age/x25519.ts';
import { SecretSeal } from '../../crypto/secret-box.ts';
import type { ContentKeyRepository, ContentKeyRow } from './repository/content-key-repository.ts';

/** The SHA-256 of an identity's text: what the chain says of a key. */
export const keyHashOf = (identity: AgeIdentity): Buffer =>
  createHash('sha256').update(identity.secretKey()).digest();

/** A key with the content that it opens. */
export interface NewContentKey extends Omit<ContentKeyRow, 'key' | 'keyHash' | 'createdAt'> {
  identity: AgeIdentity;
}

/** The keys of sealed contents. In the database they are sealed under the node's secret. */
export class ContentKeys {
  readonly #rows: ContentKeyRepository;
  readonly #seal: SecretSeal;
  readonly #clock: Clock;

  constructor(rows: ContentKeyRepository, nodeSecret: Uint8Array, clock: Clock) {
    this.#rows = rows;
    this.#seal = new SecretSeal(nodeSecret, 'content-key');
    this.#clock = clock;
  }

  /** What is known of the key of a sealed content. */
  find(sealed: Buffer): ContentKeyRow | undefined {
    return this.#rows.get(sealed);
  }

  /** What was made here out of these bytes. */
  ofPlain(plain: Buffer): ContentKeyRow[] {
    return this.#rows.ofPlain(plain);
  }

  /** @throws NodeError `key_not_found` */
  open(sealed: Buffer): AgeIdentity {
    return AgeIdentity.parse(this.#secretOf(sealed));
  }

  /**
   * Throws as `open` does, at a tenth of its cost.
   * @throws NodeError `key_not_found`
   */
  require(sealed: Buffer): void {
    this.#secretOf(sealed);
  }

  put({ identity, ...content }: NewContentKey): void {
    this.#rows.put({
      ...content,
      key: this.#seal.seal(identity.secretKey()),
      keyHash: keyHashOf(identity),
      createdAt: this.#clock(),
    });
  }

  remove(sealed: Buffer): void {
    this.#rows.remove(sealed);
  }

  #secretOf(sealed: Buffer): string {
    const row = this.#rows.get(sealed);
    const secret = row && this.#seal.open(row.key);
    if (secret !== undefined) return secret;
    throw new NodeError(
      'key_not_found',
      row
        ? 'The key of this content was sealed with another node secret. Restore this node’s recovery file.'
        : 'The key of this content is not on this node.',
    );
  }
}
