import { formatTonAddress, type RawAddress } from '../../core/ton/ton-address.ts';
import type { OwnWallet as SigningKeys } from '../../features/chain/index.ts';
import { feeWallet, practiceWallet, signTonProof } from '../../features/chain/runtime.ts';
import type { OwnWallet } from '../../features/market/index.ts';
import { isTestOnly } from '../../features/orders/index.ts';
import type { SigningWallet } from '../../features/public-nodes/index.ts';
import { QueryCache } from '../../platform/sqlite/query-cache.ts';
import type { ChainDependencies, LiveNetwork } from './chain-dependencies.ts';

/** The wallets of this node and its owner on one chain. */
export interface NodeWallets {
  fee: SigningKeys;
  /** On the embedded chain only. */
  practice: SigningKeys | undefined;
  /** Returns all wallets: the node's own, the connected one, and those that the owner ever proved. */
  list(): OwnWallet[];
  /** Wallets by which this node signs in to other nodes. */
  signers: ReadonlyMap<RawAddress, SigningWallet>;
}

/** Opens the wallets of this node on a chain. */
export async function openNodeWallets(node: ChainDependencies, network: LiveNetwork): Promise<NodeWallets> {
  const fee = await feeWallet(node.walletKeys, network);
  const practice = network === 'embedded' ? practiceWallet(node.nodeSecret) : undefined;
  const signer = (wallet: SigningKeys): [RawAddress, SigningWallet] => [
    wallet.raw,
    {
      address: async () => formatTonAddress(wallet.raw, { bounceable: false, testOnly: isTestOnly(network) }),
      prove: (request) => signTonProof(wallet, request),
    },
  ];
  // Each read of a sold content lists the wallets several times.
  const proven = new QueryCache<RawAddress[]>(node.db, 1);
  return {
    fee,
    practice,
    signers: new Map([signer(fee), ...(practice ? [signer(practice)] : [])]),
    list: () => {
      const connected = node.connected.of(node.ownersConnection);
      const own: OwnWallet[] = [
        { address: fee.raw, payer: 'service_wallet' },
        ...(practice ? [{ address: practice.raw, payer: 'practice_wallet' as const }] : []),
        ...(connected === undefined ? [] : [{ address: connected, payer: 'wallet' as const }]),
      ];
      const known = new Set(own.map(({ address }) => address));
      const others = proven.get('', () => node.ownersWallets()).filter((address) => !known.has(address));
      return [...own, ...others.map((address) => ({ address, payer: null }))];
    },
  };
}
