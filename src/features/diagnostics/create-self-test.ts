import type { Notice } from '../../contract/dashboard-api/administration/monitoring.ts';
import type { Settings } from '../../contract/settings.ts';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/log/logger.ts';
import type { Db } from '../../platform/sqlite/database.ts';
import { probeDatabase } from '../../platform/sqlite/database-probe.ts';
import type { Catalogue } from '../content/index.ts';
import type { StoreScrub } from '../storage/index.ts';
import { listenerChecks } from './listener-checks.ts';
import { networkChecks, type PeerServices } from './network-checks.ts';
import { publicRoleCheck } from './public-role-check.ts';
import { SelfTest } from './self-test.ts';
import { settingChecks } from './setting-checks.ts';
import { type StorageCheckServices, storageChecks } from './storage-checks.ts';

export interface CreateSelfTestOptions {
  settings: Settings;
  publicKey: string;
  db: Db;
  /** Returns the folder of the stored files. */
  folder: () => string;
  floorOf: (diskSize: number) => number;
  quotaBytes: () => number | null;
  catalogue: Pick<Catalogue, 'disk' | 'totals'>;
  scrub: Pick<StoreScrub, 'progress'>;
  /** Returns the number of damaged or missing files. */
  damages: () => number;
  notices: readonly Notice[];
  practice: { readonly running: boolean };
  peers: PeerServices;
  listeners: () => { nodeUrl: string; dashboardUrl: string };
  clock: Clock;
  logger: Logger;
}

/** Creates the self-test with its checks in display order. */
export function createSelfTest(options: CreateSelfTestOptions): SelfTest {
  const { settings, publicKey, notices, practice, peers, listeners, clock, logger } = options;
  const { node, dashboard, http, network } = settings;
  return new SelfTest({
    checks: () => [
      ...storageChecks(storeServices(options)),
      ...listenerChecks({
        publicKey,
        nodeUrl: () => listeners().nodeUrl,
        dashboardUrl: () => listeners().dashboardUrl,
        configuredPorts: { node: node.port, dashboard: dashboard.port },
      }),
      ...settingChecks({ notices: () => notices, practice, wantsPractice: () => network.practice }),
      publicRoleCheck({
        publicKey,
        publicHost: node.type === 'public' ? node.public_host : undefined,
        trustedProxies: http.trusted_proxies,
        clock,
      }),
      ...networkChecks(peers),
    ],
    clock,
    logger,
  });
}

function storeServices({ db, catalogue, scrub, ...options }: CreateSelfTestOptions): StorageCheckServices {
  return {
    probeDatabase: () => probeDatabase(db),
    folder: options.folder,
    disk: async () => {
      const { free, total } = await catalogue.disk();
      return { free, total, floor: options.floorOf(total) };
    },
    usage: () => ({
      used: catalogue.totals().contentBytes,
      quota: options.quotaBytes() ?? undefined,
    }),
    lastCheck: () => {
      const { state, finishedAt } = scrub.progress();
      return { isOff: state === 'off', finishedAt: finishedAt ?? undefined, damages: options.damages() };
    },
    clock: options.clock,
  };
}
