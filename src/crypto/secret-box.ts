import { hkdfSync, randomBytes } from 'node:crypto';
import nacl from 'tweetnacl';

const { nonceLength } = nacl.secretbox;

/** Encrypts secrets in the database, so that a copy of the database alone does not reveal them. */
export class SecretBox {
  readonly #key: Uint8Array;

  /**
   * @param nodeSecret the 32 bytes of `node-secret`
   * @param purpose of the key, e.g. `share-token`
   */
  constructor(nodeSecret: Uint8Array, purpose: string) {
    this.#key = new Uint8Array(hkdfSync('sha256', nodeSecret, '', `alcove/${purpose}/v1`, 32));
  }

  /** Returns a nonce and the encrypted secret (XSalsa20-Poly1305). */
  encrypt(secret: string): Buffer {
    const nonce = randomBytes(nonceLength);
    return Buffer.concat([nonce, nacl.secretbox(Buffer.from(secret), nonce, this.#key)]);
  }

  /** @returns undefined when it is damaged or encrypted with another secret */
  decrypt(encrypted: Buffer): string | undefined {
    const bytes = new Uint8Array(encrypted);
    if (bytes.length < nonceLength + nacl.secretbox.overheadLength) return undefined;
    const opened = nacl.secretbox.open(bytes.slice(nonceLength), bytes.slice(0, nonceLength), this.#key);
    return opened ? Buffer.from(opened).toString('utf8') : undefined;
  }
}
