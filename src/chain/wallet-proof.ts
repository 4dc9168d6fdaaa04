import { beginCell, storeStateInit } from '@ton/core';
import nacl from 'tweetnacl';
import type { TonProofInput } from '../contract/endpoints/auth.ts';
import { proofDigest } from '../core/ton-proof-digest.ts';
import type { ServiceKeys } from './wallets/service-keys.ts';
import { type ChainNetwork, walletOfKey } from './wallets/service-wallet.ts';

/** What another node asks to be signed. */
export interface ProofRequest {
  /** The host of that node, with its port where that is not the usual one. */
  domain: string;
  /** Its challenge. */
  payload: string;
  /** Unix milliseconds. */
  now: number;
}

/**
 * Proves to another node that this one holds its service wallet: a TON Connect `ton_proof`, version 2 (chain.md,
 * section 7). It needs no chain: the state init, whose hash is the address, tells the key.
 */
export async function proveServiceWallet(
  keys: Pick<ServiceKeys, 'keyPair'>,
  network: ChainNetwork,
  { domain, payload, now }: ProofRequest,
): Promise<TonProofInput> {
  const { publicKey, secretKey } = await keys.keyPair();
  const { address, init } = walletOfKey(publicKey, network);
  const proof = {
    timestamp: Math.floor(now / 1000),
    domain: { lengthBytes: Buffer.byteLength(domain), value: domain },
    payload,
  };
  const signature = nacl.sign.detached(proofDigest(address.toRawString(), proof), secretKey);
  const stateInit = beginCell().store(storeStateInit(init)).endCell();
  return {
    // Without the chain: nodes take each other's wallets whatever their own network is.
    account: {
      address: address.toRawString(),
      publicKey: publicKey.toString('hex'),
      walletStateInit: stateInit.toBoc().toString('base64'),
    },
    ton_proof: { ...proof, signature: Buffer.from(signature).toString('base64') },
  };
}
