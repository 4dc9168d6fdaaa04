import type { EndpointContract } from '../../../contract/endpoint.ts';
import { isGuest } from '../../../core/caller.ts';
import { parseContentId } from '../../../core/content-id.ts';
import { NodeError } from '../../../core/node-error.ts';
import { activityEndpoints } from '../../../features/activity/index.ts';
import {
  createSignInAdminService,
  ownersConnection,
  signInEndpoints,
  tokenEndpoints,
} from '../../../features/auth/index.ts';
import { chainEndpoints } from '../../../features/chain/index.ts';
import { collectionEndpoints } from '../../../features/collections/index.ts';
import { blockEndpoints } from '../../../features/content/index.ts';
import { chainCheckEndpoints, postSelfTestEndpoint } from '../../../features/diagnostics/index.ts';
import { type DiscoveryEndpointServices, discoveryEndpoints } from '../../../features/discovery/index.ts';
import { transferEndpoints } from '../../../features/fetch/index.ts';
import { itemEndpoints } from '../../../features/items/index.ts';
import { getContentPartsEndpoint, PartList } from '../../../features/licensing/index.ts';
import { marketEndpoints } from '../../../features/market/index.ts';
import { mediaEndpoints } from '../../../features/media/index.ts';
import { earningsHistory, monitoringEndpoints } from '../../../features/monitoring/index.ts';
import {
  NotificationsService,
  notificationEndpoints,
  SeenRepository,
} from '../../../features/notifications/index.ts';
import { postFirstRunEndpoint } from '../../../features/onboarding/index.ts';
import { orderEndpoints } from '../../../features/orders/index.ts';
import { peerEndpoints } from '../../../features/peers/index.ts';
import { PlaybackRepository, PlaybackService, playbackEndpoints } from '../../../features/playback/index.ts';
import { practiceEndpoints } from '../../../features/practice/index.ts';
import { purchaseEndpoints } from '../../../features/purchases/index.ts';
import { getRateEndpoint } from '../../../features/rates/index.ts';
import { generatePassphrase, recoveryEndpoints } from '../../../features/recovery/index.ts';
import {
  contentEndpoints,
  LocalContentResponses,
  type LocalContentServices,
} from '../../../features/serving/index.ts';
import { settingsEndpoints } from '../../../features/settings/index.ts';
import { sharingEndpoints } from '../../../features/sharing/index.ts';
import { type StorageAdmin, StorageService, storageEndpoints } from '../../../features/storage/index.ts';
import { watchedFolderEndpoints } from '../../../features/watched-folders/index.ts';
import type { Endpoint } from '../../../platform/http/endpoint/endpoint.ts';
import { openApiDocument } from '../../../platform/http/openapi/openapi-document.ts';
import { createChainApi } from '../../chain/wallet-service.ts';
import { ChangesOfOthers } from '../../cluster/changes-of-others.ts';
import { createCollectionServices } from './collections.ts';
import { controlFor, recoveryFor } from './control.ts';
import { authorServices, itemServices } from './items.ts';
import type { NodeModules } from './node-modules.ts';
import { walletManifest } from './wallet-manifest.ts';

/** Creates the endpoints of the dashboard. `nodeContracts` describe the node API. */
export function createDashboardEndpoints(
  modules: NodeModules,
  nodeContracts: Record<string, EndpointContract>,
): Endpoint[] {
  const { base, chain, storage, history, sharing, monitoring } = modules;
  const { catalogue } = storage.content;
  const control = controlFor(modules, 'dashboard');
  const contents = contentServices(modules);
  const responses = new LocalContentResponses(contents);
  const collections = createCollectionServices(modules, contents);
  return [
    postFirstRunEndpoint(monitoring.firstRun),
    ...peerEndpoints(modules.network.peers),
    postSelfTestEndpoint(monitoring.selfTest),
    ...contentEndpoints(contents, responses, (sha256) => collections.manifests.remove(sha256)),
    getContentPartsEndpoint(partList(modules, responses)),
    ...mediaEndpoints(storage.content.media),
    ...playbackEndpoints(playbackService(modules, responses)),
    ...collectionEndpoints(collections),
    ...itemEndpoints(
      itemServices(modules, responses, collections.collections),
      authorServices(modules, responses),
    ),
    ...watchedFolderEndpoints(modules.watchedFolders),
    ...storageEndpoints(storageServices(modules)),
    ...recoveryEndpoints(recoveryServices(modules), modules.recovery),
    ...blockEndpoints(control),
    ...discoveryEndpoints(discoveryServices(modules)),
    ...transferEndpoints([modules.discovery.fetch, sharing.sharing, modules.watchedFolders]),
    ...sharingEndpoints({
      sharing: sharing.sharing,
      nodeAddress: sharing.wallet.address,
      isStored: (sha256) => catalogue.find(sha256) !== undefined,
    }),
    ...tradeEndpoints(modules),
    ...chainCheckEndpoints(monitoring.chainCheck),
    ...monitoringEndpoints({
      overview: () => monitoring.status.overview(),
      history: (range) => history.read(range),
      earnings: (range) => earningsHistory(range, chain.current.running?.earnings, base.clock()),
      openApi: openApiDocument(nodeContracts),
    }),
    ...tokenEndpoints(control),
    ...signInEndpoints(signInServices(modules)),
    ...settingsEndpoints(base.live),
    ...activityEndpoints(base.activity),
    ...notificationEndpoints(notificationsService(modules)),
    ...practiceEndpoints(modules.practice),
  ];
}

/** Returns the endpoints of the chain and of buying and selling. */
function tradeEndpoints(modules: NodeModules): Endpoint[] {
  const chainApi = chainServices(modules);
  return [
    ...chainEndpoints(chainApi),
    ...marketEndpoints(chainApi),
    ...purchaseEndpoints(chainApi),
    ...orderEndpoints(chainApi),
    getRateEndpoint(modules.rates),
  ];
}

const recoveryServices = (modules: NodeModules) => {
  const { makeRecovery, checkRecovery } = controlFor(modules, 'dashboard');
  return {
    state: () => recoveryFor(modules, 'dashboard').state(),
    passphrase: generatePassphrase,
    make: makeRecovery,
    check: checkRecovery,
    restore: modules.recovery.restore,
  };
};

const partList = ({ base, storage, chain }: NodeModules, responses: LocalContentResponses): PartList =>
  new PartList({
    ...storage.content,
    chain: chain.records,
    onKind: () => base.events.emit('media.changed'),
    contentsOf: (hashes) => responses.contents(storage.content.service.stored(hashes)),
  });

const playbackService = (
  { base: { db, state, clock }, storage }: NodeModules,
  responses: LocalContentResponses,
): PlaybackService =>
  new PlaybackService({
    positions: new PlaybackRepository(db, state.commands),
    catalogue: storage.content.catalogue,
    responses,
    clock,
  });

function notificationsService({ base, storage, chain }: NodeModules): NotificationsService {
  const onSeen = () => base.events.emit('notifications.seen');
  base.state.commands.follow(new ChangesOfOthers({ seen: onSeen }));
  return new NotificationsService({
    activity: base.activity,
    seen: new SeenRepository(base.db, base.state.commands),
    onSeen,
    describe: (contentId) => {
      const { sha256 } = parseContentId(contentId);
      const record = storage.content.records.get(sha256) ?? chain.records.byFile(sha256);
      return record && { title: record.title, author: record.authors[0] };
    },
  });
}

function contentServices({
  base,
  auth,
  listeners,
  storage,
  chain,
  discovery,
  sharing,
}: NodeModules): LocalContentServices {
  const { catalogue, trash, hidden, pictures, copies, covers, media, service, kinds, licensed, encryptions } =
    storage.content;
  const { records } = chain;
  return {
    catalogue,
    trash,
    hidden,
    pictures,
    copies,
    covers,
    fetchedCovers: discovery.coverCache,
    media,
    service,
    kinds,
    licensed,
    encryptions,
    registration: (sha256) => {
      const registered = records.byFile(sha256);
      return registered && { ...registered, address: records.contractAddress(registered.address) };
    },
    uploads: storage.uploads,
    onReceived: (bytes) => {
      base.traffic.localReceived += bytes;
    },
    userName: (user) => auth.accounts.nameOf(user),
    authorOf: ({ sha256, uploadedBy }) => {
      const owner = records.byFile(sha256)?.owner ?? discovery.remote.find(sha256)?.owner;
      if (owner) return records.walletAddress(owner);
      return isGuest(uploadedBy) ? (auth.accounts.selectedWallet(uploadedBy)?.address ?? null) : null;
    },
    nodeUrl: () => listeners.listeners.nodeUrl,
    sharesOf: (hashes) => sharing.sharing.sharesOf(hashes),
  };
}

function storageServices({ base, auth, storage }: NodeModules): StorageAdmin {
  const { live } = base;
  const { storeUsage, damages, eviction, scrub, catalogue } = storage.content;
  const { mover } = storage;
  return {
    service: new StorageService({
      usage: storeUsage,
      damages,
      limits: () => eviction.limits,
      scrub,
      mover,
      defaultFolder: base.dataDir,
      disk: () => catalogue.disk(),
      floorOf: storage.floorOf,
      userName: (user) => auth.accounts.nameOf(user),
    }),
    moveTo: async (target) => {
      if (typeof target === 'object') {
        await storage.moveTo(storage.folderSelections.pathOf(target.selection_id));
        storage.folderSelections.remove(target.selection_id);
      } else await storage.moveTo(target === 'default' ? null : stoppedMoveOf(mover, base.dataDir));
    },
    cancelMove: async () => {
      live.check({ storage: { folder: null } });
      live.keep({ storage: { folder: await mover.cancel() } });
    },
  };
}

/** Returns the target of a failed move; null: the data folder. @throws NodeError `folder_not_found` */
function stoppedMoveOf(mover: NodeModules['storage']['mover'], dataDir: string): string | null {
  const to = mover.progress()?.to;
  if (to === undefined) throw new NodeError('folder_not_found', 'storage.folderSelectionExpired');
  return to === dataDir ? null : to;
}

function discoveryServices({ base, listeners, discovery }: NodeModules): DiscoveryEndpointServices {
  const { sync, found } = discovery;
  const logger = base.loggerOf('discovery');
  return {
    discovery: sync,
    found,
    nodeUrl: () => listeners.listeners.nodeUrl,
    onError: (error) => logger.error({ err: error }, 'synchronising failed'),
  };
}

const chainServices = ({ base, auth, chain, discovery, purchases, monitoring }: NodeModules) =>
  createChainApi({
    chain: chain.current,
    delivery: purchases.delivery,
    keySignIns: purchases.keySignIns,
    fetchCover: discovery.fetchCover,
    onPurchases: () => base.events.emit('purchases.changed'),
    walletKeys: base.walletKeys,
    addresses: () => monitoring.status.addresses(),
    connectedApp: () => {
      const { tonConnect } = auth;
      const id = tonConnect.connectionOf(ownersConnection)?.walletAppName;
      return tonConnect.walletApps().find(({ appName }) => appName === id);
    },
  });

const signInServices = (modules: NodeModules) => {
  const { base, auth, listeners, storage } = modules;
  const manifestUrl = walletManifest(modules);
  return createSignInAdminService({
    settings: () => base.live.get(),
    admission: auth.admission,
    domains: auth.domains,
    directory: auth.directory,
    tonConnect: auth.tonConnect,
    usageOf: (user) => ({ ...storage.content.usageOf(user), cost: storage.content.costOf(user) }),
    manifestUrl: () => manifestUrl(listeners.publicUrl()),
    onChange: () => base.events.emit('sign-in.changed'),
  });
};
