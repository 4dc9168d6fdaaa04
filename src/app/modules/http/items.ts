import { ownerId } from '../../../core/caller.ts';
import { formatTonAddress, type RawAddress } from '../../../core/ton/ton-address.ts';
import type { CollectionServices } from '../../../features/collections/index.ts';
import type { AuthorServiceOptions, ItemServiceOptions, WorkSource } from '../../../features/items/index.ts';
import type { LocalContentResponses } from '../../../features/serving/index.ts';
import type { NodeModules } from './node-modules.ts';

/** Returns the services of this node that have data of items. */
export function itemServices(
  { chain, discovery, listeners, storage }: NodeModules,
  responses: LocalContentResponses,
  collections: CollectionServices['collections'],
): ItemServiceOptions {
  const { service, keys } = storage.content;
  return {
    contents: service,
    responses,
    records: chain.records,
    store: {
      offerAt: (address) => chain.current.live.marketService.item(address),
      salesOf: (address) => chain.current.live.marketService.salesOf(address),
    },
    encryptedFrom: (plain) =>
      keys
        .ofPlain(plain)
        .sort((a, b) => b.createdAt - a.createdAt)
        .map(({ encrypted }) => encrypted),
    remote: (sha256) => discovery.remote.get(sha256, listeners.listeners.nodeUrl),
    collectionsOf: (sha256) => collections.containing(sha256),
  };
}

/** Returns the services of this node that have data of authors. */
export function authorServices(
  { auth, chain, discovery, storage }: NodeModules,
  responses: LocalContentResponses,
): AuthorServiceOptions {
  const { service, list } = storage.content;
  const { current } = chain;
  const onChain: WorkSource = {
    ofWallet: (owner) => current.running?.market.ofOwner(owner) ?? [],
    ofName: (name) => current.running?.market.ofAuthor(name) ?? [],
  };
  const remote: WorkSource = {
    ofWallet: (owner) => discovery.remote.newestOf({ owners: [owner] }),
    ofName: (name) => discovery.remote.newestOf({ author: name }),
  };
  const isOwn = (owner: RawAddress) =>
    current.running?.wallets().some(({ address }) => address === owner) ??
    auth.walletsOf(ownerId).includes(owner);
  return {
    contents: service,
    responses,
    sources: [onChain, remote],
    uploadedBy: (owner) =>
      list
        .page({ owner, limit: 100 }, ownerId)
        .items.flatMap(({ record }) => (record ? [record.sha256] : [])),
    isOwn,
    format: (address) =>
      formatTonAddress(address, { bounceable: false, testOnly: current.running?.testOnly ?? false }),
  };
}
