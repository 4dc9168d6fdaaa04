import { createHash } from 'node:crypto';
import { beginCell, storeStateInit } from '@ton/core';
import { type KeyPair, keyPairFromSeed, sign } from '@ton/crypto';
import { WalletContractV4 } from '@ton/ton';
import type { TonProofInput } from '../../src/contract/endpoints/auth.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

/** A wallet of its own for each seed. */
export function testWallet(seed: number) {
  const keys: KeyPair = keyPairFromSeed(Buffer.alloc(32, seed));
  const contract = WalletContractV4.create({ workchain: 0, publicKey: keys.publicKey });
  const stateInit = beginCell().store(storeStateInit(contract.init)).endCell().toBoc().toString('base64');
  return {
    address: contract.address.toRawString(),
    /** Signs a payload for a domain, as wallets do (TON Connect, ton_proof version 2). */
    prove(domain: string, payload: string, timestamp = Math.floor(Date.now() / 1000)): TonProofInput {
      const bytes = Buffer.from(domain);
      const workchain = Buffer.alloc(4);
      const length = Buffer.alloc(4);
      const time = Buffer.alloc(8);
      length.writeUInt32LE(bytes.length);
      time.writeBigUInt64LE(BigInt(timestamp));
      const message = Buffer.concat([
        ...[Buffer.from('ton-proof-item-v2/'), workchain, contract.address.hash, length, bytes, time],
        Buffer.from(payload),
      ]);
      const digest = sha256(
        Buffer.concat([Buffer.from([0xff, 0xff]), Buffer.from('ton-connect'), sha256(message)]),
      );
      return {
        account: {
          address: contract.address.toRawString(),
          publicKey: keys.publicKey.toString('hex'),
          walletStateInit: stateInit,
          chain: '-3',
        },
        ton_proof: {
          timestamp,
          domain: { lengthBytes: bytes.length, value: domain },
          signature: sign(digest, keys.secretKey).toString('base64'),
          payload,
        },
      };
    },
  };
}
