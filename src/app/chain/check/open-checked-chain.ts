import { Address } from '@ton/core';
import { maxShares } from '../../../contract/revenue-split.ts';
import type { Clock } from '../../../core/clock.ts';
import { formatTonAddress } from '../../../core/ton/ton-address.ts';
import {
  createChainClient,
  type FeeWalletKeys,
  usualMetadataCells,
  zerostates,
} from '../../../features/chain/index.ts';
import {
  ChainFees,
  feeWallet,
  findSuccessors,
  newestGeneration,
  platformAddress,
  readWallet,
  verifyPlatform,
} from '../../../features/chain/runtime.ts';
import type { CheckedChain, CheckedPlatform } from '../../../features/diagnostics/index.ts';
import { choosePlatform, isTestOnly, type PlatformMetadata } from '../../../features/orders/index.ts';
import {
  ContractFees,
  deployDraft,
  metadataDraft,
  neededFor,
  platformNeed,
  successorMessage,
} from '../../../features/orders/runtime.ts';
import type { FollowedChain, NamedPlatform } from '../chain-dependencies.ts';
import type { RunningChain } from '../running-chain.ts';

/** Time limit of a request to a network that is only checked. */
const limits = { attempts: 2, timeoutMs: 10_000 };

export interface CheckedChainOptions {
  followed: FollowedChain;
  /** The chain, if it runs. */
  running: RunningChain | undefined;
  /** The state of a chain that this node follows, whether or not it runs; undefined for others. */
  index: CheckedChain['index'];
  named: NamedPlatform | undefined;
  walletKeys: FeeWalletKeys;
  platformMetadata: () => PlatformMetadata;
  clock: Clock;
}

type Client = Awaited<ReturnType<typeof createChainClient>>;
type Wallet = Awaited<ReturnType<typeof feeWallet>>;
type CheckContext = CheckedChainOptions & { client: Client; wallet: Wallet; chosen: ChosenPlatform };
type ChosenPlatform = ReturnType<typeof choosePlatform>;

/** Opens a network for a check. @throws NodeError `chain_unavailable`, SettingsError */
export async function openCheckedChain(options: CheckedChainOptions): Promise<CheckedChain> {
  const { followed, running, index, named, walletKeys } = options;
  const { network, masterAddress, adopted = named } = followed;
  const wallet = await feeWallet(walletKeys, network);
  const own = platformAddress(wallet.address).toRawString();
  const client = running?.client ?? (await connect(followed));
  const chosen = running?.platform ?? choosePlatform({ configured: masterAddress, adopted, own });
  const context = { ...options, client, wallet, chosen };
  const platform = once(() => readPlatform(context));
  return {
    network,
    quorum: followed.quorum ?? 1,
    hasKey: followed.apiKey !== undefined,
    services: client.services.map(({ service, state }) => ({
      host: service === 'embedded' ? undefined : service.host,
      newestBlock: async () => (await state()).time,
    })),
    confirm: () => new ChainFees({ configParameter: client.configParameter, clock: options.clock }).refresh(),
    platform,
    costs: once(async () => readCosts(context, await platform())),
    wallet: {
      address: formatTonAddress(wallet.raw, { bounceable: false, testOnly: isTestOnly(network) }),
      balance: async () => (await readWallet(client.ton, wallet.address)).balance,
    },
    index,
    close: () => {
      if (!running) client.close();
    },
  };
}

const connect = (followed: FollowedChain): Promise<Client> =>
  createChainClient({
    ...followed,
    zerostate:
      followed.zerostate ?? (followed.network === 'embedded' ? undefined : zerostates[followed.network]),
    limits,
  });

async function readPlatform(context: CheckContext): Promise<CheckedPlatform> {
  const { client, wallet, chosen, running, followed, platformMetadata } = context;
  const state = await client.ton.getContractState(Address.parseRaw(chosen.address));
  const isThere = state.state === 'active';
  const generation = isThere ? (verifyPlatform(chosen.address, state)?.number ?? null) : undefined;
  const services = { chain: client.ton, second: client.second };
  return {
    address: formatTonAddress(chosen.address, { bounceable: true, testOnly: isTestOnly(followed.network) }),
    source: chosen.source,
    generation,
    need:
      chosen.source === 'own'
        ? await platformNeed(services, chosen.address, wallet, platformMetadata())
        : 'nothing',
    isOrdered: running?.platformDeployer.message?.reason === 'orders.platformStarting',
    successor:
      typeof generation === 'number'
        ? successorMessage(await findSuccessors(services, chosen.address), isTestOnly(followed.network))
        : null,
  };
}

async function readCosts(
  { client, wallet, chosen, clock, platformMetadata }: CheckContext,
  { generation }: CheckedPlatform,
) {
  const { amounts } = newestGeneration;
  const fees = new ChainFees({ configParameter: client.configParameter, clock });
  await fees.check();
  if (typeof generation === 'number') await checkContractFees(client, chosen, clock);
  const options = { wallet, platform: chosen.address, metadata: platformMetadata() };
  const deploy = deployDraft(options);
  const sending = neededFor(deploy, fees) - deploy.amount;
  return {
    deploy: deploy.amount + sending,
    deposit: amounts.platformDeposit,
    metadata: neededFor(metadataDraft(options), fees),
    register: amounts.register(usualMetadataCells) + sending,
    purchase: amounts.purchase(0n) + sending,
  };
}

/**
 * Compares the fees that the contracts require now with the amounts that this node attaches.
 * @throws NodeError `chain_unavailable`
 */
async function checkContractFees(
  client: Client,
  { address: platform }: ChosenPlatform,
  clock: Clock,
): Promise<void> {
  const { amounts } = newestGeneration;
  const contractFees = new ContractFees({ chain: client.ton, second: client.second, clock });
  const attached = {
    register: amounts.register(usualMetadataCells),
    purchase: amounts.purchase(0n),
    resale: amounts.resale(0n),
    action: amounts.action,
  };
  for (const kind of ['register', 'purchase', 'resale', 'action'] as const) {
    const fee = { kind, platform, shares: maxShares, cells: usualMetadataCells, attached: attached[kind] };
    await contractFees.check({ fee });
  }
}

/** Returns a function that does the work at its first call and then returns the same result. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => (done ??= work());
}
