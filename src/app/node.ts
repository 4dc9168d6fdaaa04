import { rethrowFullDisk } from '../features/storage/index.ts';
import { Readiness } from './cluster/readiness.ts';
import { Lifecycle } from './lifecycle.ts';
import { createAuth } from './modules/auth.ts';
import { createBackup } from './modules/backup.ts';
import { noteStarted, openBase } from './modules/base.ts';
import { createChain } from './modules/chain.ts';
import { createChainView, createCurrentChain } from './modules/chain-view.ts';
import { createDiscovery } from './modules/discovery.ts';
import { createHistory } from './modules/history.ts';
import { createHttp } from './modules/http/http.ts';
import type { NodeModules } from './modules/http/node-modules.ts';
import { createRates } from './modules/http/rates.ts';
import { createListeners } from './modules/listeners.ts';
import { createMonitoring } from './modules/monitoring.ts';
import { createPeers } from './modules/peers.ts';
import { createPractice } from './modules/practice.ts';
import { createPurchases } from './modules/purchases.ts';
import { createSharing } from './modules/sharing.ts';
import { createStorage } from './modules/storage/storage.ts';
import { createWatchedFolders } from './modules/watched-folders.ts';
import type { AlcoveNode, NodeOptions } from './node-types.ts';

// Exports for the options of a shell, which may import only this file and the contract from `src`.
export { FileSecretStore } from '../core/data-folder/secrets.ts';
export { SettingsError } from '../core/settings.ts';
export { finishRestore } from '../features/recovery/index.ts';
export { readSettingsSources } from '../features/settings/index.ts';
export type { AlcoveNode, NodeOptions };

/**
 * Builds a node; nothing runs before `start`.
 * @throws FolderInUseError, LostDatabaseError, DamagedDatabaseError, FullDiskError
 */
export function createNode(options: NodeOptions): Promise<AlcoveNode> {
  const life = new Lifecycle(options.logger);
  return life.build(() => compose(life, options)).catch(rethrowFullDisk);
}

/** Builds the modules in order: each uses the modules before it and emits events for those after it. */
async function compose(life: Lifecycle, options: NodeOptions): Promise<AlcoveNode> {
  const base = await openBase(life, options);
  const listeners = createListeners(base, options);
  const current = createCurrentChain(base);
  const auth = createAuth(life, base, current);
  const chain = createChainView(current, auth);
  const storage = createStorage(life, base, auth, chain);
  const history = createHistory(life, base, listeners, storage);
  const network = createPeers(life, base, storage, chain);
  const discovery = createDiscovery(life, base, storage, chain, network);
  const sharing = createSharing(life, { base, storage, chain, network });
  const purchases = createPurchases(life, { base, auth, storage, chain, network, discovery });
  const sales = { sharing, purchases };
  const follower = createChain(life, { base, auth, listeners, storage, chain, network, discovery, ...sales });
  const practice = createPractice(life, { base, auth, network, sharing, follower }, options.practiceLauncher);
  const watchedFolders = createWatchedFolders(life, base, storage);
  const recovery = createBackup(life, base, options);
  const monitored = { base, listeners, storage, chain, network, practice, watchedFolders, sharing, recovery };
  const monitoring = createMonitoring(life, monitored);
  const rates = createRates(base, network, life.stopping);
  const modules = { ...monitored, purchases, rates, auth, history, discovery, monitoring };
  const readiness = new Readiness(life, base.state);
  createHttp(life, modules, { dashboardDir: options.dashboardDir, readiness });

  const { settings, identity, live } = base;
  const { dashboard, listeners: open } = listeners;
  const { logger } = options;
  return {
    publicKey: identity.id,
    nodeType: settings.node.type,
    settings,
    monitor: monitoring.monitor,
    get nodeUrl() {
      return open.nodeUrl;
    },
    get dashboardUrl() {
      return open.dashboardUrl;
    },
    createDashboardSession: () => dashboard.sessions.createSession(),
    newDashboardAddress: () => dashboard.newAddress(),
    selectFolder: (path, use) => selectionsOf(modules)[use].add(path),
    setPaused: (paused) => live.change({ network: { paused } }),
    setOnBattery: (isOnBattery) => network.conditions.setOnBattery(isOnBattery),
    shareChain: (port = 0) => follower.share(port),
    resumed: () => {
      network.peers.networkChanged();
      chain.current.running?.indexer.poke();
    },
    start: async () => {
      await life.start().catch(rethrowFullDisk);
      noteStarted(base);
      logger.info({ node_url: open.nodeUrl, node_type: settings.node.type }, 'the node runs');
    },
    drain: () => readiness.drain(),
    stop: async () => {
      await life.stop();
      logger.info('the node has stopped');
    },
  };
}

/** Returns the folders that the user selected in the system's dialog, by their use. */
const selectionsOf = ({
  storage,
  watchedFolders,
  recovery,
}: Pick<NodeModules, 'storage' | 'watchedFolders' | 'recovery'>) => ({
  watch: watchedFolders.selections,
  store: storage.folderSelections,
  backup: recovery.backup.selections,
});
