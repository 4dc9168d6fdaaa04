import { ownerId } from '../../core/caller.ts';
import { formatTonAddress, type RawAddress } from '../../core/ton/ton-address.ts';
import type { ChainLicence } from '../../features/chain/index.ts';
import type { ChainRecords, ContentRegistration } from '../../features/content/index.ts';
import type { UserLicences } from '../../features/licensing/index.ts';
import { licenceFactsOf } from '../../features/market/index.ts';
import type { ChainMessages } from '../../features/orders/index.ts';
import type { CurrentChain } from './current-chain.ts';
import type { RunningChain } from './running-chain.ts';

/** Returns all proven and linked wallets of a user. */
export type WalletsOf = (user: string) => readonly RawAddress[];

/** Provides the chain's records of contents, for the current chain or none. */
export function chainRecords(chain: CurrentChain, linkedWalletsOf: WalletsOf): ChainRecords {
  const walletsOf: WalletsOf = (user) =>
    user === ownerId ? (chain.running?.wallets().map(({ address }) => address) ?? []) : linkedWalletsOf(user);
  const format = (address: RawAddress, bounceable: boolean): string =>
    formatTonAddress(address, { bounceable, testOnly: chain.running?.testOnly ?? false });
  const licencesOf = (content: ContentRegistration, user: string): ChainLicence[] => {
    const { running } = chain;
    if (!running) return [];
    return [
      ...running.market.licencesOfAll(content, walletsOf(user)),
      ...boughtUnproven(running, content, user),
    ];
  };
  const records: ChainRecords = {
    network: () => chain.running?.network,
    byFile: (sha256) => chain.running?.market.byFile(sha256),
    byAddress: (address) => chain.live.market.byAddress(address),
    licencesOf: (content, user) => [...new Set(licencesOf(content, user).map(({ kind }) => kind))],
    owns: (content, user) => walletsOf(user).includes(content.owner),
    holds: (content, user) => records.owns(content, user) || licencesOf(content, user).length > 0,
    knownUntil: () => {
      const state = chain.running?.indexer.state();
      return state?.status === 'ok' ? undefined : (state?.completeUntil ?? 0) * 1000;
    },
    contractAddress: (address) => format(address, true),
    walletAddress: (address) => format(address, false),
  };
  return records;
}

/**
 * Returns the licences that a user ordered here for wallets without a proof, while these wallets hold them. Other
 * licences of these wallets do not count: only this user knew the id of the order before it was paid.
 */
function boughtUnproven(
  { unprovenPurchases, market }: RunningChain,
  content: ContentRegistration,
  user: string,
): ChainLicence[] {
  return unprovenPurchases(user, content.address).flatMap(({ wallet, transaction }) =>
    market
      .licencesOfAll(content, [wallet])
      .filter(({ transactionHash }) => transactionHash.equals(transaction)),
  );
}

/** Provides the licences of a user; unlinked wallets of an owner do not count. */
export function userLicences(chain: CurrentChain, linkedWalletsOf: WalletsOf): UserLicences {
  const walletsOf: WalletsOf = (user) => {
    const linked = linkedWalletsOf(user);
    if (user !== ownerId) return linked;
    const own = chain.running?.wallets().filter(({ payer }) => payer !== null) ?? [];
    return [...own.map(({ address }) => address), ...linked];
  };
  return {
    owns: (content, user) => walletsOf(user).includes(content.owner),
    factsOf: (content, user, address) => {
      const { network, market } = chain.live;
      const held = market
        .licencesOfAll(content, walletsOf(user))
        .filter((licence) => address === undefined || licence.address === address)
        .sort((a, b) => b.index - a.index);
      return held[0] && licenceFactsOf(network, { licence: held[0], content });
    },
    lookUp: async (content, user, address) => {
      const { network, market, indexer, licenceOwner } = chain.live;
      if (indexer.state().status !== 'syncing') return undefined;
      const owner = await licenceOwner(content.address, address);
      if (owner === undefined || !walletsOf(user).includes(owner)) return undefined;
      const licence = market.licence(address)?.licence;
      return { facts: licence && licenceFactsOf(network, { licence: { ...licence, owner }, content }) };
    },
    deliveryOf: (content, address) => {
      const { network, market } = chain.live;
      const found = market.licence(address);
      if (!found?.licence.deliverTo || found.content.address !== content.address) return undefined;
      const facts = licenceFactsOf(network, found);
      return facts && { facts, recipient: found.licence.deliverTo };
    },
  };
}

/** Creates the messages that web clients pass to wallets. */
export const chainMessages = (chain: CurrentChain): ChainMessages => ({
  registration: async (caller, request) => chain.live.orders.web.newContent(caller, request),
  purchase: async (caller, request) => chain.live.orders.web.purchase(caller, request),
  intents: (caller) => chain.running?.orders.web.listOf(caller) ?? { items: [] },
});
