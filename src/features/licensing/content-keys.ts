import { createHash } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { NodeError } from '../../core/node-error.ts';
import { AgeIdentity } from '../../crypto/age/keys/x25519.ts';
import { SecretBox } from '../../crypto/secret-box.ts';
import { rejectWriteError } from '../../platform/blobs/store/disk-errors.ts';
import type { ContentKeyRepository, ContentKeyRow } from './repository/content-key-repository.ts';
import type { SoldCollectionRepository } from './repository/sold-collection-repository.ts';

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
  readonly #sold: Pick<SoldCollectionRepository, 'keyOf'>;
  readonly #secretBox: SecretBox;
  readonly #clock: Clock;

  constructor(
    rows: ContentKeyRepository,
    sold: Pick<SoldCollectionRepository, 'keyOf'>,
    nodeSecret: Uint8Array,
    clock: Clock,
  ) {
    this.#rows = rows;
    this.#sold = sold;
    this.#secretBox = new SecretBox(nodeSecret, 'content-key');
    this.#clock = clock;
  }

  /** Returns the row of a key; the key of a part of a sold collection may be known from that collection only. */
  find(encrypted: Buffer): ContentKeyRow | undefined {
    return this.#rows.get(encrypted) ?? this.#listed(encrypted);
  }

  /** Returns the row of a key of its own. */
  findOwn(encrypted: Buffer): ContentKeyRow | undefined {
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

  /**
   * Stores a key, or replaces it; resolves when it is on disk.
   * @param isNeeded called in the command, which writes nothing where it returns false
   * @returns whether it was written
   * @throws NodeError `insufficient_storage`
   */
  put({ identity, ...content }: NewContentKey, isNeeded?: () => boolean): Promise<boolean> {
    const row = {
      ...content,
      key: this.encryptKey(identity),
      keyHash: keyHashOf(identity),
      createdAt: this.#clock(),
    };
    return this.#rows.put(row, isNeeded).catch(rejectWriteError);
  }

  /** Sets the size of the plain file of a delivered key. */
  setSize(encrypted: Buffer, plainSize: number): Promise<void> {
    return this.#rows.setSize(encrypted, plainSize).catch(rejectWriteError);
  }

  /** Returns a key encrypted under the node's secret. */
  encryptKey(identity: AgeIdentity): Buffer {
    return this.#secretBox.encrypt(identity.secretKey());
  }

  /** Removes a key, unless its content is stored or in the trash, or `mayGo`, called in the command, refuses it. */
  removeUnused(encrypted: Buffer, mayGo?: () => boolean): Promise<void> {
    return this.#rows.removeUnused(encrypted, mayGo);
  }

  #listed(part: Buffer): ContentKeyRow | undefined {
    const row = this.#sold.keyOf(part);
    if (!row) return undefined;
    const { contentType, plainSize, key, keyHash } = row;
    return {
      encrypted: part,
      plain: null,
      plainSize,
      contentType,
      key,
      keyHash,
      origin: 'deposit',
      createdAt: 0,
    };
  }

  #secretOf(encrypted: Buffer): string {
    const row = this.find(encrypted);
    const secret = row && this.#secretBox.decrypt(row.key);
    if (secret !== undefined) return secret;
    throw row ? new NodeError('key_not_found', 'licensing.keyOfOtherSecret') : keyNotHere();
  }
}

const keyNotHere = () => new NodeError('key_not_found', 'licensing.keyNotHere', { isUnknownHere: true });
