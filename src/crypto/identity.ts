import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { promisify } from 'node:util';
import bs58 from 'bs58';
import { LRUCache } from 'lru-cache';
import { hasReducedScalar, isUsablePublicKey } from './ed25519-encoding.ts';

/** A node's Ed25519 key pair; the secret is private. */
export interface Identity {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /** The public key in base58: the node's id. */
  readonly id: string;
  /** @returns the signature in base58 */
  sign(message: Uint8Array): string;
}

/** Prefixes of the 32 bytes in PKCS #8 and SubjectPublicKeyInfo (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** @param seed 32 secret bytes; the same seed always results in the same identity */
export function identityFromSeed(seed: Uint8Array): Identity {
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  // By the native library, because tweetnacl takes 4 ms.
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const publicKey = new Uint8Array(spki.subarray(spkiPrefix.length));
  return {
    publicKey,
    id: bs58.encode(publicKey),
    sign: (message) => bs58.encode(sign(null, message, privateKey)),
  };
}

/** Cached, because importing a key takes 1.5 times as long as a verification and the same peers return. */
const importedKeys = new LRUCache<string, KeyObject>({ max: 1024 });

/**
 * Verifies an Ed25519 signature with the native library (tweetnacl is a hundred times slower). Refuses input on which
 * libraries disagree: S ≥ L, small-order and non-canonical public keys.
 * @param publicKey base58; anything but 32 bytes is refused
 * @param signature base58; anything but 64 bytes is refused
 */
export function verifySignature(publicKey: string, message: Uint8Array, signature: string): boolean {
  const imported = importSignature(publicKey, signature);
  return imported !== undefined && verify(null, message, imported.key, imported.bytes);
}

/** Verifies like `verifySignature`, but in the thread pool, because a verification blocks the event loop for 0.1 ms. */
export async function verifySignatureInPool(
  publicKey: string,
  message: Uint8Array,
  signature: string,
): Promise<boolean> {
  const imported = importSignature(publicKey, signature);
  return imported !== undefined && (await verifyInPool(null, message, imported.key, imported.bytes));
}

const verifyInPool = promisify(verify);

/** @returns undefined when key or signature are of another length or form */
function importSignature(
  publicKey: string,
  signature: string,
): { key: KeyObject; bytes: Uint8Array } | undefined {
  const bytes = decodeBase58(signature, 64);
  const key = importPublicKey(publicKey);
  return key && bytes && hasReducedScalar(bytes) ? { key, bytes } : undefined;
}

/** @returns the bytes, or undefined when the text is not base58 of exactly `length` bytes */
export function decodeBase58(text: string, length: number): Uint8Array | undefined {
  // Decoding takes quadratic time; a valid text has at most 2 characters per byte.
  if (text.length > 2 * length) return undefined;
  const bytes = bs58.decodeUnsafe(text);
  return bytes?.length === length ? bytes : undefined;
}

function importPublicKey(publicKey: string): KeyObject | undefined {
  const known = importedKeys.get(publicKey);
  if (known) return known;
  const bytes = decodeBase58(publicKey, 32);
  if (!bytes || !isUsablePublicKey(bytes)) return undefined;
  const key = createPublicKey({ key: Buffer.concat([spkiPrefix, bytes]), format: 'der', type: 'spki' });
  importedKeys.set(publicKey, key);
  return key;
}
