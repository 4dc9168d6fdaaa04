import type { TonProofInput } from '../../../contract/node-api/auth.ts';
import type { Settings } from '../../../contract/settings.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import { globalIds } from '../../../core/ton/global-ids.ts';
import { parseTonAddress, type RawAddress } from '../../../core/ton/ton-address.ts';
import { verifyEd25519 } from '../../../crypto/ed25519.ts';
import { proofDigest } from '../../../crypto/ton-proof-digest.ts';
import { invalidProof } from './invalid-proof.ts';
import { findWalletKey, type WalletChain } from './wallet-key.ts';

/** Rules for checking a proof. */
export interface ProofRules {
  /** Hosts for which proofs are valid. */
  domains: readonly string[];
  network: Settings['chain']['network'];
  /** The followed chain; undefined when the node follows none. */
  chain: WalletChain | undefined;
  /** Unix milliseconds. */
  now: number;
}

/** A wallet with a verified proof. */
export interface ProvenWallet {
  address: RawAddress;
  version: string;
}

const maxClockDifferenceSeconds = 15 * 60;

/** Networks by the id that wallets use for them. */
const networksById = new Map(
  Object.entries(globalIds).map(([network, id]) => [String(id), network as keyof typeof globalIds]),
);

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
  const wallet = await findWalletKey(address, {
    stateInit: account.walletStateInit ?? proof.state_init,
    namesNetwork: account.chain !== undefined,
    chain: rules.chain,
  });
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

const networkNames = {
  mainnet: 'auth.mainNetwork',
  testnet: 'auth.testNetwork',
  embedded: 'auth.practiceNetwork',
  off: 'auth.otherNetwork',
} as const;

function wrongNetwork(theirs: ProofRules['network'], ours: ProofRules['network']): NodeError {
  const names = {
    theirs: message(networkNames[theirs]),
    ours: message(networkNames[ours === 'off' ? 'mainnet' : ours]),
  };
  const why =
    ours === 'embedded'
      ? message('auth.practiceOnly', { theirs: names.theirs })
      : message('auth.wrongNetwork', names);
  return new NodeError('invalid_ton_proof', why);
}

/** Refuses a wallet of another network than the followed one; without a chain, any known network is accepted. */
function checkNetwork(chainId: string, network: ProofRules['network']): void {
  const theirs = networksById.get(chainId) ?? 'off';
  if (theirs === 'off' || (network !== 'off' && theirs !== network)) throw wrongNetwork(theirs, network);
}

function checkCircumstances(
  { account, ton_proof: { domain, timestamp } }: TonProofInput,
  { domains, network, now }: ProofRules,
): void {
  if (account.chain !== undefined) checkNetwork(account.chain, network);
  if (domain.lengthBytes !== Buffer.byteLength(domain.value)) throw invalidProof('auth.proofDomainLength');
  if (!domains.includes(domain.value)) throw invalidProof('auth.proofDomain');
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= maxClockDifferenceSeconds)) {
    throw invalidProof('auth.proofTimestamp');
  }
}
