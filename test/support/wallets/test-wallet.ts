import { createHash } from 'node:crypto';
import { beginCell, Cell, contractAddress, type StateInit, storeStateInit } from '@ton/core';
import { type KeyPair, keyPairFromSeed, sign } from '@ton/crypto';
import { WalletContractV3R1, WalletContractV3R2, WalletContractV4, WalletContractV5Beta } from '@ton/ton';
import type { TonProofInput } from '../../../src/contract/node-api/auth.ts';
import { globalIds } from '../../../src/core/ton/global-ids.ts';
import { walletOfKey } from '../../../src/features/chain/wallets/wallet-contract.ts';
import v4R1Code from '../../vectors/wallet-v4r1-code.json' with { type: 'json' };

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

/** First state of each wallet contract for a key. v4R1, which no library contains, has the data of v4R2. */
const firstStates = {
  v3R1: (publicKey: Buffer) => WalletContractV3R1.create({ workchain: 0, publicKey }).init,
  v3R2: (publicKey: Buffer) => WalletContractV3R2.create({ workchain: 0, publicKey }).init,
  v4R1: (publicKey: Buffer) => ({
    code: Cell.fromBase64(v4R1Code.boc),
    data: WalletContractV4.create({ workchain: 0, publicKey }).init.data,
  }),
  v4R2: (publicKey: Buffer) => WalletContractV4.create({ workchain: 0, publicKey }).init,
  v5Beta: (publicKey: Buffer) => WalletContractV5Beta.create({ publicKey }).init,
  v5R1: (publicKey: Buffer) => walletOfKey(publicKey, 'embedded').init,
} satisfies Record<string, (publicKey: Buffer) => StateInit>;

export type WalletVersion = keyof typeof firstStates;
export const walletVersions = Object.keys(firstStates) as WalletVersion[];

export const base64StateInit = (init: StateInit): string =>
  beginCell().store(storeStateInit(init)).endCell().toBoc().toString('base64');

type Network = keyof typeof globalIds;

/** Returns a different wallet for each seed. */
export function testWallet(seed: number, version: WalletVersion = 'v4R2', network: Network = 'embedded') {
  const keys = keyPairFromSeed(Buffer.alloc(32, seed));
  return provingWallet(firstStates[version](keys.publicKey), keys, network);
}

/** Returns a wallet with any code, which signs proofs with its first key or another one. */
export function provingWallet(
  init: StateInit,
  { publicKey, secretKey }: KeyPair,
  network: Network = 'embedded',
) {
  const address = contractAddress(0, init);
  return {
    address: address.toRawString(),
    init,
    publicKey,
    /** Signs a payload for a domain, as wallets do (TON Connect, ton_proof version 2). */
    prove(
      domain: string,
      payload: string,
      timestamp = Math.floor(Date.now() / 1000),
      keys: KeyPair = { publicKey, secretKey },
    ): TonProofInput {
      const bytes = Buffer.from(domain);
      const workchain = Buffer.alloc(4);
      const length = Buffer.alloc(4);
      const time = Buffer.alloc(8);
      length.writeUInt32LE(bytes.length);
      time.writeBigUInt64LE(BigInt(timestamp));
      const message = Buffer.concat([
        ...[Buffer.from('ton-proof-item-v2/'), workchain, address.hash, length, bytes, time],
        Buffer.from(payload),
      ]);
      const digest = sha256(
        Buffer.concat([Buffer.from([0xff, 0xff]), Buffer.from('ton-connect'), sha256(message)]),
      );
      return {
        account: {
          address: address.toRawString(),
          publicKey: keys.publicKey.toString('hex'),
          walletStateInit: base64StateInit(init),
          chain: String(globalIds[network]),
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

export type TestWallet = ReturnType<typeof testWallet>;
