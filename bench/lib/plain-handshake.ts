import { createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import bs58 from 'bs58';
import canonicalize from 'canonicalize';

const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');
const keys = new Map<string, KeyObject>();
const { privateKey } = generateKeyPairSync('ed25519');

/**
 * Answers a handshake with the least possible work: JSON, the canonical form, verifying and signing with the native
 * library and cached key objects. Leaves out all other checks of the protocol.
 * @param answer what is answered, unsigned
 */
export function answerHandshake(body: string, answer: object): string {
  const { signature, ...request } = JSON.parse(body) as { signature: string; public_key: string };
  const signed = Buffer.from(`network.handshake.request\n${canonicalize(request)}`);
  if (!verify(null, signed, keyOf(request.public_key), bs58.decode(signature))) {
    throw new Error('The signature is wrong');
  }
  const toSign = Buffer.from(`network.handshake.response\n${signature}\n${canonicalize(answer)}`);
  return JSON.stringify({ ...answer, server_signature: bs58.encode(sign(null, toSign, privateKey)) });
}

function keyOf(publicKey: string): KeyObject {
  const known = keys.get(publicKey);
  if (known) return known;
  const key = createPublicKey({
    key: Buffer.concat([spkiPrefix, bs58.decode(publicKey)]),
    format: 'der',
    type: 'spki',
  });
  keys.set(publicKey, key);
  return key;
}
