import type { ConstantMessageId } from '../../contract/messages/message.ts';
import type { TonProofInput } from '../../contract/node-api/auth.ts';
import type { Settings } from '../../contract/settings.ts';
import { message, toMessage } from '../../core/messages/message.ts';
import { NodeError } from '../../core/node-error.ts';
import { parseTonAddress, type RawAddress } from '../../core/ton/ton-address.ts';
import { verifyEd25519 } from '../../crypto/ed25519.ts';
import { proofDigest } from '../../crypto/ton-proof-digest.ts';
import { keyOfStateInit, type WalletKey } from './wallet-code.ts';

/** Reads a wallet's key from the chain if its state init does not contain it. */
export interface WalletKeySource {
  /**
   * @returns undefined when there is no wallet with `get_public_key` at this address
   * @throws NodeError `chain_unavailable`
   */
  publicKeyOf(address: RawAddress): Promise<WalletKey | undefined>;
}

/** Rules for checking a proof. */
export interface ProofRules {
  /** Hosts for which proofs are valid. */
  domains: readonly string[];
  network: Settings['chain']['network'];
  keys: WalletKeySource | undefined;
  /** Unix milliseconds. */
  now: number;
}

/** A wallet with a verified proof. */
export interface ProvenWallet {
  address: RawAddress;
  version: string;
}

const maxClockDifferenceSeconds = 15 * 60;

/** TON's global ids; without a chain the node cannot determine which one applies. */
const chainIds: Record<ProofRules['network'], readonly [string, ...string[]]> = {
  off: ['-239', '-3'],
  mainnet: ['-239'],
  testnet: ['-3'],
  embedded: ['-3'],
};

/**
 * Verifies that the owner of a wallet signed this proof. The payload is part of the signed data; the caller must check
 * that it was issued by this node.
 * @throws NodeError `invalid_ton_proof` with the reason, `chain_unavailable`
 */
export async function verifyTonProof(
  { account, ton_proof: proof }: TonProofInput,
  rules: ProofRules,
): Promise<ProvenWallet> {
  const address = parseTonAddress(account.address);
  if (!address) throw invalidProof('auth.proofAddress');
  checkCircumstances({ account, ton_proof: proof }, rules);
  const wallet = await walletKey(account.walletStateInit ?? proof.state_init, address, rules.keys);
  if (
    account.publicKey !== undefined &&
    account.publicKey.toLowerCase() !== wallet.publicKey.toString('hex')
  ) {
    throw invalidProof('auth.proofPublicKey');
  }
  const signature = Buffer.from(proof.signature, 'base64');
  if (!verifyEd25519(wallet.publicKey, proofDigest(address, proof), signature)) {
    throw invalidProof('auth.proofSignature');
  }
  return { address, version: wallet.version };
}

/** Creates the 401 error of an invalid proof. */
export const invalidProof = (why: ConstantMessageId): NodeError =>
  new NodeError('invalid_ton_proof', message('auth.proofInvalid', { why: toMessage(why) }));

const nameOf = (chainId: string) =>
  message(
    chainId === '-239' ? 'auth.mainNetwork' : chainId === '-3' ? 'auth.testNetwork' : 'auth.otherNetwork',
  );

function wrongNetwork(theirs: string, ours: string): NodeError {
  return new NodeError(
    'invalid_ton_proof',
    message('auth.wrongNetwork', { theirs: nameOf(theirs), ours: nameOf(ours) }),
  );
}

function checkCircumstances(
  { account, ton_proof: { domain, timestamp } }: TonProofInput,
  { domains, network, now }: ProofRules,
): void {
  if (account.chain !== undefined && !chainIds[network].includes(account.chain)) {
    throw wrongNetwork(account.chain, chainIds[network][0]);
  }
  if (domain.lengthBytes !== Buffer.byteLength(domain.value)) throw invalidProof('auth.proofDomainLength');
  if (!domains.includes(domain.value)) throw invalidProof('auth.proofDomain');
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= maxClockDifferenceSeconds)) {
    throw invalidProof('auth.proofTimestamp');
  }
}

async function walletKey(
  stateInit: string | undefined,
  address: RawAddress,
  keys: WalletKeySource | undefined,
): Promise<WalletKey> {
  const known = stateInit === undefined ? undefined : await keyOfStateInit(stateInit, address);
  if (known === 'not_this_wallet') throw invalidProof('auth.proofStateInit');
  if (known !== undefined && known !== 'unknown_code') return known;
  if (!keys) throw invalidProof(known === undefined ? 'auth.proofNeedsStateInit' : 'auth.proofWalletKind');
  const asked = await keys.publicKeyOf(address);
  if (!asked) throw invalidProof('auth.proofNoWallet');
  return asked;
}
