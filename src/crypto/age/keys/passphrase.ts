import { randomBytes, scrypt } from 'node:crypto';
import { AgeError } from '../age-error.ts';
import { decodeBase64, encodeBase64 } from '../base64.ts';
import { requireShape, type Stanza, unwrapFileKey, wrapFileKey } from '../stanza.ts';

const type = 'scrypt';
const label = Buffer.from('age-encryption.org/v1/scrypt');
const saltSize = 16;
/** log2 of scrypt's N (RFC 7914): by default, about a second and 256 MiB; at most, 1 GiB. */
const workFactor = 18;
const maxWorkFactor = 20;

/** A passphrase as the only key of a file. */
export class AgePassphrase {
  readonly #passphrase: Buffer;

  /** @throws AgeError `malformed_key` for an empty one */
  constructor(passphrase: string) {
    if (passphrase === '') throw new AgeError('malformed_key', 'A passphrase has at least one character.');
    this.#passphrase = Buffer.from(passphrase);
  }

  /** Bytes of the stanza that `wrap` makes. */
  readonly stanzaSize = '-> scrypt '.length + 22 + ` ${workFactor}\n`.length + 43 + 1;

  async wrap(fileKey: Uint8Array): Promise<Stanza> {
    const salt = randomBytes(saltSize);
    const wrapKey = await this.#derive(salt, workFactor);
    return { type, args: [encodeBase64(salt), `${workFactor}`], body: wrapFileKey(wrapKey, fileKey) };
  }

  /** Returns undefined for another passphrase or none; throws AgeError `malformed_header`. */
  async unwrap(stanzas: readonly Stanza[]): Promise<Uint8Array | undefined> {
    const stanza = stanzas.find((one) => one.type === type);
    if (!stanza) return undefined;
    requireShape(stanza, 2);
    const salt = decodeBase64(stanza.args[0] ?? '');
    const work = /^[1-9][0-9]?$/.test(stanza.args[1] ?? '') ? Number(stanza.args[1]) : undefined;
    if (salt?.length !== saltSize || work === undefined || work > maxWorkFactor) {
      throw new AgeError(
        'malformed_header',
        `The passphrase of this file has a malformed salt or a work factor above ${maxWorkFactor}.`,
      );
    }
    return unwrapFileKey(await this.#derive(salt, work), stanza.body);
  }

  #derive(salt: Uint8Array, work: number): Promise<Buffer> {
    const N = 2 ** work;
    // Memory of the working blocks and an allowance for the rest.
    const maxmem = 128 * 8 * N + 2 ** 20;
    return new Promise((resolve, reject) => {
      scrypt(this.#passphrase, Buffer.concat([label, salt]), 32, { N, r: 8, p: 1, maxmem }, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  }
}

/** Throws unless a passphrase is the only key of a file, which proves that its author knew it. */
export function requireLonePassphrase(stanzas: readonly Stanza[]): void {
  if (stanzas.length > 1 && stanzas.some((stanza) => stanza.type === type)) {
    throw new AgeError(
      'malformed_header',
      'The header of this file has a passphrase beside other recipients.',
    );
  }
}
