import { createPrivateKey, createPublicKey, diffieHellman, type KeyObject, randomBytes } from 'node:crypto';
import { bech32 } from '@scure/base';
import { AgeError } from '../age-error.ts';
import { decodeBase64, encodeBase64 } from '../base64.ts';
import { deriveKey } from '../derived-keys.ts';
import { requireShape, type Stanza, unwrapFileKey, wrapFileKey } from '../stanza.ts';

const type = 'X25519';
const info = 'age-encryption.org/v1/X25519';
const identityPrefix = 'age-secret-key-';
const recipientPrefix = 'age';
const keySize = 32;

/** Prefixes of the 32 bytes in PKCS #8 and SubjectPublicKeyInfo (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b656e04220420', 'hex');
const spkiPrefix = Buffer.from('302a300506032b656e032100', 'hex');

/** A recipient of encrypted files: an X25519 public key (RFC 7748). */
export class AgeRecipient {
  readonly #point: Uint8Array;

  /** @param point 32 bytes */
  constructor(point: Uint8Array) {
    this.#point = point;
  }

  /** Parses `age1…`; throws AgeError `malformed_key`. */
  static parse(text: string): AgeRecipient {
    const point = decodeKey(recipientPrefix, text);
    if (point && text.startsWith(recipientPrefix)) return new AgeRecipient(point);
    throw new AgeError(
      'malformed_key',
      'This is not a recipient of age (age1 and 58 more letters and digits).',
    );
  }

  /** Bytes of the stanza that `wrap` makes. */
  readonly stanzaSize = '-> X25519 '.length + 43 + 1 + 43 + 1;

  /** The X25519 public key: 32 bytes. */
  get bytes(): Buffer {
    return Buffer.from(this.#point);
  }

  toString(): string {
    return bech32.encodeFromBytes(recipientPrefix, this.#point);
  }

  wrap(fileKey: Uint8Array): Stanza {
    const ephemeral = privateKey(randomBytes(keySize));
    const share = publicBytes(ephemeral);
    const shared = sharedSecret(ephemeral, this.#point);
    if (!shared)
      throw new AgeError('malformed_key', 'This recipient of age is a point that nobody has a key for.');
    const wrapKey = deriveKey(shared, Buffer.concat([share, this.#point]), info);
    return { type, args: [encodeBase64(share)], body: wrapFileKey(wrapKey, fileKey) };
  }
}

/** Decrypts files for its recipient. The secret is private, so that no log or error shows it. */
export class AgeIdentity {
  readonly #secret: Uint8Array;
  readonly #key: KeyObject;
  readonly #point: Uint8Array;
  readonly recipient: AgeRecipient;

  private constructor(secret: Uint8Array) {
    this.#secret = secret;
    this.#key = privateKey(secret);
    this.#point = publicBytes(this.#key);
    this.recipient = new AgeRecipient(this.#point);
  }

  static generate(): AgeIdentity {
    return new AgeIdentity(randomBytes(keySize));
  }

  /** @param secret 32 bytes of an X25519 private key */
  static fromSecret(secret: Uint8Array): AgeIdentity {
    return new AgeIdentity(secret);
  }

  /** Parses `AGE-SECRET-KEY-1…`; throws AgeError `malformed_key`. */
  static parse(text: string): AgeIdentity {
    const secret = decodeKey(identityPrefix, text);
    if (secret && text.startsWith('A')) return new AgeIdentity(secret);
    throw new AgeError(
      'malformed_key',
      'This is not an identity of age (AGE-SECRET-KEY-1 and 58 more letters and digits).',
    );
  }

  /** Returns `AGE-SECRET-KEY-1…`, a line of the file that `age -d -i` reads. */
  secretKey(): string {
    return bech32.encodeFromBytes(identityPrefix, this.#secret).toUpperCase();
  }

  /** Returns undefined for another recipient's file; throws AgeError `malformed_header`. */
  unwrap(stanzas: readonly Stanza[]): Uint8Array | undefined {
    const ours = stanzas.filter((stanza) => stanza.type === type).map((stanza) => this.#open(stanza));
    return ours.find((fileKey) => fileKey !== undefined);
  }

  #open(stanza: Stanza): Uint8Array | undefined {
    requireShape(stanza, 1);
    const share = decodeBase64(stanza.args[0] ?? '');
    const shared = share?.length === keySize && sharedSecret(this.#key, share);
    if (!shared)
      throw new AgeError('malformed_header', 'An X25519 share in the header of this file is none.');
    const wrapKey = deriveKey(shared, Buffer.concat([share, this.#point]), info);
    return unwrapFileKey(wrapKey, stanza.body);
  }
}

/** @returns undefined for text that is not the Bech32 (BIP 173) of a key with this prefix, e.g. a mistyped one */
function decodeKey(prefix: string, text: string): Uint8Array | undefined {
  const decoded = bech32.decodeUnsafe(text);
  const bytes = (decoded?.prefix === prefix && bech32.fromWordsUnsafe(decoded.words)) || undefined;
  return bytes?.length === keySize ? bytes : undefined;
}

const privateKey = (secret: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8Prefix, secret]), format: 'der', type: 'pkcs8' });

const publicBytes = (key: KeyObject): Uint8Array =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(spkiPrefix.length);

/** @returns undefined for points of low order, whose shared secret is always zero */
function sharedSecret(key: KeyObject, point: Uint8Array): Uint8Array | undefined {
  const publicKey = createPublicKey({ key: Buffer.concat([spkiPrefix, point]), format: 'der', type: 'spki' });
  try {
    const shared = diffieHellman({ privateKey: key, publicKey });
    return shared.some((byte) => byte !== 0) ? shared : undefined;
  } catch {
    return undefined;
  }
}
