import bs58 from 'bs58';
import nacl from 'tweetnacl';
import { describe, expect, it } from 'vitest';
import { requestBytes, responseBytes } from '../../src/crypto/canonical-json.ts';
import { hasReducedScalar, isUsablePublicKey } from '../../src/crypto/ed25519-encoding.ts';
import { identityFromSeed, verifySignature, verifySignatureInPool } from '../../src/crypto/identity.ts';
import { alice, fromHex, handshakeCases, rfc8032Cases, seededRandom } from '../peers/handshake/fixtures.ts';
import { randomRuns } from '../support/random-runs.ts';
import { encodePoint, groupOrder, p, smallOrderPoints } from './edwards25519.ts';

interface Signed {
  name: string;
  key: Uint8Array;
  message: Uint8Array;
  signature: Uint8Array;
}

const vectors: Signed[] = [
  ...rfc8032Cases.map((c) => ({
    name: `RFC 8032 ${c.name}`,
    key: fromHex(c.public_key_hex),
    message: fromHex(c.message_hex),
    signature: fromHex(c.signature_hex),
  })),
  ...handshakeCases.flatMap(({ name, request, response }) => [
    {
      name: `request: ${name}`,
      key: bs58.decode(request.public_key),
      message: requestBytes(request),
      signature: bs58.decode(request.signature),
    },
    {
      name: `response: ${name}`,
      key: bs58.decode(response.server_public_key),
      message: responseBytes(request.signature, response),
      signature: bs58.decode(response.server_signature),
    },
  ]),
];

const native = ({ key, message, signature }: Signed): boolean =>
  verifySignature(bs58.encode(key), message, bs58.encode(signature));
const inPool = ({ key, message, signature }: Signed): Promise<boolean> =>
  verifySignatureInPool(bs58.encode(key), message, bs58.encode(signature));
const tweetnacl = ({ key, message, signature }: Signed): boolean =>
  nacl.sign.detached.verify(message, signature, key);

function flipBit(bytes: Uint8Array, bit: number): Uint8Array {
  const flipped = Buffer.from(bytes);
  flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
  return flipped;
}

/** One flipped bit of the key, the message or the signature; or another message, signed again. */
function mutate(vector: Signed, random: (bound: number) => number): Signed {
  const part = (['key', 'signature', 'message', 'resigned'] as const)[random(4)] ?? 'resigned';
  if (part !== 'resigned' && vector[part].length > 0)
    return { ...vector, [part]: flipBit(vector[part], random(vector[part].length * 8)) };
  const pair = nacl.sign.keyPair.fromSeed(Buffer.from(Array.from({ length: 32 }, () => random(256))));
  const message = Buffer.concat([vector.message, Buffer.from([random(256)])]);
  return { ...vector, key: pair.publicKey, message, signature: nacl.sign.detached(message, pair.secretKey) };
}

describe('Ed25519', () => {
  it.each(vectors)('verifies with either library: $name', async (vector) => {
    expect(native(vector)).toBe(true);
    expect(await inPool(vector)).toBe(true);
    expect(tweetnacl(vector)).toBe(true);
  });

  it.each(rfc8032Cases)('creates the keys and signatures of RFC 8032: $name', (c) => {
    const identity = identityFromSeed(fromHex(c.seed_hex));
    expect(Buffer.from(identity.publicKey).toString('hex')).toBe(c.public_key_hex);
    expect(identity.id).toBe(bs58.encode(fromHex(c.public_key_hex)));
    expect(identity.sign(fromHex(c.message_hex))).toBe(bs58.encode(fromHex(c.signature_hex)));
  });

  it('agrees with tweetnacl on mutated vectors', async () => {
    const random = seededRandom(8032);
    const verdicts = new Map<boolean, number>();
    const rounds = randomRuns(18);
    for (let round = 0; round < rounds; round++)
      for (const vector of vectors) {
        const mutated = mutate(vector, random);
        const verdict = native(mutated);
        expect(verdict, JSON.stringify(mutated)).toBe(tweetnacl(mutated));
        expect(await inPool(mutated), JSON.stringify(mutated)).toBe(verdict);
        verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
      }
    expect(verdicts.get(true)).toBeGreaterThan(rounds);
    expect(verdicts.get(false)).toBeGreaterThan(4 * rounds);
  });

  it.each(vectors)('rejects S + L, which tweetnacl accepts: $name', async (vector) => {
    const s = BigInt(`0x${Buffer.from(vector.signature.subarray(32)).reverse().toString('hex')}`);
    const raised = fromHex((s + groupOrder).toString(16).padStart(64, '0')).reverse();
    const signature = Buffer.concat([vector.signature.subarray(0, 32), raised]);
    expect(tweetnacl({ ...vector, signature })).toBe(true);
    expect(native({ ...vector, signature })).toBe(false);
    expect(await inPool({ ...vector, signature })).toBe(false);
    expect(hasReducedScalar(vector.signature)).toBe(true);
    expect(hasReducedScalar(signature)).toBe(false);
  });

  it('accepts S = L - 1 as reduced, and rejects L', () => {
    const withScalar = (s: bigint) =>
      Buffer.concat([Buffer.alloc(32), fromHex(s.toString(16).padStart(64, '0')).reverse()]);
    expect(hasReducedScalar(withScalar(groupOrder - 1n))).toBe(true);
    expect(hasReducedScalar(withScalar(groupOrder))).toBe(false);
    expect(hasReducedScalar(withScalar(2n ** 256n - 1n))).toBe(false);
  });

  it('rejects the forgery that a small-order key allows, which tweetnacl accepts', async () => {
    const identityPoint = encodePoint(1n, false);
    const forged = {
      name: 'any message, signed by nobody',
      key: identityPoint,
      message: Buffer.from('any message'),
      signature: Buffer.concat([identityPoint, Buffer.alloc(32)]),
    };
    expect(tweetnacl(forged)).toBe(true);
    expect(native(forged)).toBe(false);
    expect(await inPool(forged)).toBe(false);
  });

  it('rejects every encoding of every small-order key', () => {
    const points = smallOrderPoints();
    expect(points).toHaveLength(8);
    for (const { y } of points)
      for (const spelling of [y, y + p].filter((number) => number < 2n ** 255n))
        for (const sign of [false, true])
          expect(isUsablePublicKey(encodePoint(spelling, sign)), `${spelling} ${sign}`).toBe(false);
  });

  it('rejects keys whose y is not below p', () => {
    for (let y = p; y < 2n ** 255n; y++)
      for (const sign of [false, true]) expect(isUsablePublicKey(encodePoint(y, sign))).toBe(false);
    expect(isUsablePublicKey(encodePoint(p - 2n, false))).toBe(true);
    expect(isUsablePublicKey(alice.publicKey)).toBe(true);
  });

  it('rejects lengths other than 32 and 64 bytes of base58', () => {
    const message = Buffer.from('m');
    const signature = alice.sign(message);
    expect(verifySignature(alice.id, message, signature)).toBe(true);
    const signatureBytes = bs58.decode(signature);
    for (const key of ['', '0', `1${alice.id}`, bs58.encode(alice.publicKey.subarray(1)), 'z'.repeat(65_536)])
      expect(verifySignature(key, message, signature), key).toBe(false);
    for (const wrong of [
      '',
      '0',
      `1${signature}`,
      bs58.encode(signatureBytes.subarray(1)),
      'z'.repeat(65_536),
    ])
      expect(verifySignature(alice.id, message, wrong), wrong).toBe(false);
  });

  it('rejects a key that is no point of the curve', async () => {
    const forged = {
      name: 'no point',
      key: encodePoint(2n, false),
      message: Buffer.from('m'),
      signature: Buffer.alloc(64),
    };
    expect(tweetnacl(forged)).toBe(false);
    expect(native(forged)).toBe(false);
    expect(await inPool(forged)).toBe(false);
  });
});
