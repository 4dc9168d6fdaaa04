import { beginCell, storeStateInit } from '@ton/core';
import nacl from 'tweetnacl';
import type { TonProofInput } from '../../contract/node-api/auth.ts';
import { proofDigest } from '../../crypto/ton-proof-digest.ts';
import type { FeeWalletKeys } from './wallets/fee-wallet-keys.ts';
import { feeWallet, type OwnWallet } from './wallets/own-wallet.ts';
import type { ChainNetwork } from './wallets/wallet-network-ids.ts';

/** Input of a proof for another node. */
export interface ProofRequest {
  /** Host of that node, with its port unless it is the default one. */
  domain: string;
  /** Challenge of that node. */
  payload: string;
  /** Unix milliseconds. */
  now: number;
}

/** Proves that this node owns its fee wallet, on any network and without a chain. */
export async function signFeeWalletProof(
  keys: FeeWalletKeys,
  network: ChainNetwork,
  request: ProofRequest,
): Promise<TonProofInput> {
  return signTonProof(await feeWallet(keys, network), request);
}

/**
 * Proves to another node that this one owns a wallet: a TON Connect `ton_proof`, version 2. The state init, whose hash
 * is the address, contains the key.
 */
export async function signTonProof(
  wallet: Pick<OwnWallet, 'contract' | 'raw' | 'secretKey'>,
  { domain, payload, now }: ProofRequest,
): Promise<TonProofInput> {
  const { publicKey, init } = wallet.contract;
  const proof = {
    timestamp: Math.floor(now / 1000),
    domain: { lengthBytes: Buffer.byteLength(domain), value: domain },
    payload,
  };
  const signature = nacl.sign.detached(proofDigest(wallet.raw, proof), await wallet.secretKey());
  const stateInit = beginCell().store(storeStateInit(init)).endCell();
  return {
    // The proof names no network, because nodes accept each other's wallets on any network.
    account: {
      address: wallet.raw,
      publicKey: publicKey.toString('hex'),
      walletStateInit: stateInit.toBoc().toString('base64'),
    },
    ton_proof: { ...proof, signature: Buffer.from(signature).toString('base64') },
  };
}
