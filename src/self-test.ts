import type { Clock } from './core/clock.ts';
import type { Logger } from './core/logger.ts';
import { type ListenerServices, listenerChecks } from './self-test/listener-checks.ts';
import { networkChecks, type PeerServices } from './self-test/network-checks.ts';
import { type PublicRole, publicRoleCheck } from './self-test/public-role-check.ts';
import { SelfTest } from './self-test/self-test.ts';
import { type NodeServices, settingChecks } from './self-test/setting-checks.ts';
import { type StoreServices, storeChecks } from './self-test/store-checks.ts';

export interface SelfTestServices {
  node: NodeServices;
  listeners: ListenerServices;
  publicRole: PublicRole;
  peers: PeerServices;
  store: StoreServices;
  clock: Clock;
  logger: Logger;
}

/** The test of everything that this node needs, in the order in which it is shown. */
export const createSelfTest = ({ clock, logger, ...services }: SelfTestServices): SelfTest =>
  new SelfTest({
    checks: () => [
      ...storeChecks(services.store),
      ...listenerChecks(services.listeners),
      ...settingChecks(services.node),
      publicRoleCheck(services.publicRole),
      ...networkChecks(services.peers),
    ],
    clock,
    logger,
  });
