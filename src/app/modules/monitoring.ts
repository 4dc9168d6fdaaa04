import { readCodebase } from '../../core/version.ts';
import { isReachableByWallets } from '../../features/auth/index.ts';
import { ChainCheckService, createSelfTest, servesManifest } from '../../features/diagnostics/index.ts';
import { NodeMonitor, NodeStatusReporter, ServiceReports } from '../../features/monitoring/index.ts';
import { FirstRun } from '../../features/onboarding/index.ts';
import type { PracticeNetwork } from '../../features/practice/index.ts';
import { hasPortableBackup, hasRecovery, type RestoreService } from '../../features/recovery/index.ts';
import type { WatchedFoldersService } from '../../features/watched-folders/index.ts';
import { chainOpener } from '../chain/check/chain-checks.ts';
import { adoptablePlatform, platformMetadata } from '../chain/platform/platform-metadata.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { Backup } from './backup.ts';
import type { NodeBase } from './base.ts';
import { type ChainView, chainOfSettings } from './chain-view.ts';
import { walletManifest } from './http/wallet-manifest.ts';
import type { Listeners } from './listeners.ts';
import type { Peers } from './peers.ts';
import type { SharingServices } from './sharing.ts';
import type { Storage } from './storage/storage.ts';

export type Monitoring = ReturnType<typeof createMonitoring>;

interface MonitoredModules {
  base: NodeBase;
  listeners: Listeners;
  storage: Storage;
  chain: ChainView;
  network: Peers;
  practice: PracticeNetwork;
  watchedFolders: WatchedFoldersService;
  sharing: Pick<SharingServices, 'notices'>;
  recovery: Pick<Backup, 'isUnused' | 'restore'>;
}

/** Creates monitoring: status, notifications, self-test, first steps. */
export function createMonitoring(life: Lifecycle, modules: MonitoredModules) {
  const { base, recovery } = modules;
  const { dataDir, events, clock } = base;
  const { isUnused, restore } = recovery;
  const firstRun = new FirstRun({
    dataDir,
    isNew: () => isUnused() && !hasRecovery(dataDir),
    onChange: () => events.emit('onboarding.changed'),
    logger: base.loggerOf('onboarding'),
  });
  const reports = new ServiceReports(clock);
  const codebase = readCodebase();
  return {
    monitor: createMonitor(life, modules),
    firstRun,
    reports,
    codebase,
    status: createStatus(modules, { firstRun, restore, reports, codebase }),
    selfTest: selfTestOf(modules),
    chainCheck: chainCheckOf(modules),
  };
}

function createMonitor(life: Lifecycle, { base, storage, network }: MonitoredModules): NodeMonitor {
  const { content, floorOf } = storage;
  const logger = base.loggerOf('monitoring');
  const monitor = new NodeMonitor({
    topics: base.topics,
    conditions: network.conditions,
    peers: () => network.peers.list(),
    freeBytes: async () => {
      const disk = await content.catalogue.disk();
      return disk.free - floorOf(disk.total);
    },
    onError: (error) => logger.warn({ err: error }, 'measuring the disk space failed'),
  });
  base.events.on('trade.completed', (notification) => monitor.notify(notification));
  life.use('monitor', { stop: () => monitor.stop() });
  return monitor;
}

interface OnboardingServices {
  firstRun: FirstRun;
  restore: RestoreService;
  reports: ServiceReports;
  codebase: ReturnType<typeof readCodebase>;
}

const createStatus = (
  { base, listeners, storage, chain, network, practice, watchedFolders, sharing }: MonitoredModules,
  { firstRun, restore, reports, codebase }: OnboardingServices,
): NodeStatusReporter =>
  new NodeStatusReporter({
    reports,
    chain: chain.current,
    walletKeys: base.walletKeys,
    settings: () => base.live.get(),
    codebase,
    identity: base.identity,
    startedAt: base.startedAt,
    clock: base.clock,
    catalogue: storage.content.catalogue,
    cost: () => storage.content.cost(),
    floorOf: storage.floorOf,
    peers: network.peers,
    practice,
    mayRestore: () => restore.isPossible,
    firstRun,
    hasBackup: () => hasRecovery(base.dataDir) || hasPortableBackup(base.dataDir),
    notices: () => [...base.notices, ...watchedFolders.notices(), ...sharing.notices()],
    urls: () => listeners.listeners,
  });

const selfTestOf = ({ base, listeners, storage, network, practice }: MonitoredModules) =>
  createSelfTest({
    settings: base.settings,
    publicKey: base.identity.id,
    db: base.db,
    folder: () => storage.mover.current,
    floorOf: storage.floorOf,
    quotaBytes: () => base.live.get().storage.quota_bytes ?? null,
    catalogue: storage.content.catalogue,
    scrub: storage.content.scrub,
    damages: () => storage.content.damages.list(1000).length,
    notices: base.notices,
    practice,
    peers: network.peers,
    listeners: () => listeners.listeners,
    clock: base.clock,
    logger: base.loggerOf('diagnostics'),
  });

function chainCheckOf({ base, listeners, chain, network }: MonitoredModules): ChainCheckService {
  const { walletKeys, settings, clock, events } = base;
  const manifestUrl = walletManifest({ base, network });
  return new ChainCheckService({
    open: chainOpener(chain.current, {
      walletKeys,
      platformMetadata: () => platformMetadata(base, listeners),
      namedPlatform: adoptablePlatform(base, network),
      configured: (onNetwork) => chainOfSettings(base.live.get(), onNetwork),
      clock,
    }),
    manifest: {
      url: () => manifestUrl(listeners.publicUrl()),
      isReachable: isReachableByWallets,
      isOwn: (url) => url === settings.sign_in.manifest_url || url.startsWith(`${listeners.publicUrl()}/`),
      answers: servesManifest,
    },
    clock,
    logger: base.loggerOf('diagnostics'),
    onChange: () => events.emit('chain-check.changed'),
  });
}
