import { ownerId } from '../../../core/caller.ts';
import { identityFromSeed } from '../../../crypto/identity.ts';
import { type CollectionServices, createCollections } from '../../../features/collections/index.ts';
import { LocalContentResponses, type LocalContentServices } from '../../../features/serving/index.ts';
import { ChangesOfOthers } from '../../cluster/changes-of-others.ts';
import type { NodeModules } from './node-modules.ts';

/** Creates the services of collections, which show contents in the form of the dashboard's other lists. */
export function createCollectionServices(
  { base, auth, storage, discovery, sharing }: NodeModules,
  contents: LocalContentServices,
): CollectionServices {
  const { covers, records, service, catalogue, hidden, encryptions, sold, checkCollection } = storage.content;
  const responses = new LocalContentResponses(contents);
  const { commands } = base.state;
  const onChange = () => base.events.emit('collections.changed');
  commands.follow(new ChangesOfOthers({ collections: onChange }));
  return createCollections({
    db: base.db,
    commands,
    records,
    covers,
    catalogue,
    contents: service,
    contentsOf: (hashes) => responses.contents(service.stored(hashes)),
    checkSale: checkCollection,
    soldAs: (manifest) => {
      const { encrypted, registeredAt } = encryptions.find(manifest) ?? {};
      if (!encrypted || registeredAt === null) return undefined;
      return { encrypted, parts: sold.partsOf(encrypted).map(({ part }) => part) };
    },
    identity: base.identity,
    feeWallet: async () => identityFromSeed((await base.walletKeys.keyPair()).secretKey.subarray(0, 32)),
    formatAddress: discovery.formatAddress,
    hide: (sha256) => hidden.hide(sha256),
    isHidden: (sha256) => hidden.has(sha256),
    walletOf: () => auth.accounts.selectedWallet(ownerId)?.address ?? null,
    share: (sha256, on) => sharing.sharing.share(sha256, on),
    sharesOf: (manifests) => sharing.sharing.collectionShares(manifests),
    isShared: (sha256) => sharing.sharing.sharesOf([sha256]).size > 0,
    isIncomplete: sharing.isIncomplete,
    unshare: (manifests, host) => sharing.sharing.unshareCollection(manifests, host),
    clock: base.clock,
    onChange,
  });
}
