import { createHash } from 'node:crypto';
import type { TonProofInput } from '../contract/node-api/auth.ts';
import { addressParts, type RawAddress } from '../core/ton/ton-address.ts';

/** The signed data besides the address; the timestamp in Unix seconds. */
type SignedProof = Pick<TonProofInput['ton_proof'], 'domain' | 'timestamp' | 'payload'>;

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Returns the bytes that a wallet signs: `ton_proof` of TON Connect, version 2. */
export function proofDigest(address: RawAddress, { domain, timestamp, payload }: SignedProof): Buffer {
  const { workchain, hash } = addressParts(address);
  const host = Buffer.from(domain.value);
  const numbers = Buffer.alloc(16);
  numbers.writeInt32BE(workchain, 0);
  numbers.writeUInt32LE(host.length, 4);
  numbers.writeBigUInt64LE(BigInt(timestamp), 8);
  const message = sha256(
    Buffer.from('ton-proof-item-v2/'),
    numbers.subarray(0, 4),
    hash,
    numbers.subarray(4, 8),
    host,
    numbers.subarray(8),
    Buffer.from(payload),
  );
  return sha256(Buffer.from([0xff, 0xff]), Buffer.from('ton-connect'), message);
}
