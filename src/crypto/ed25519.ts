import bs58 from 'bs58';
import { verifySignature } from './identity.ts';

/**
 * Verifies an Ed25519 signature by the node's rules: S below L, no small-order or non-canonical key.
 * @param publicKey 32 bytes
 * @param signature 64 bytes; any other length is refused
 */
export const verifyEd25519 = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean =>
  verifySignature(bs58.encode(publicKey), message, bs58.encode(signature));
