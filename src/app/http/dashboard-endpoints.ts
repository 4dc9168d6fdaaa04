import { type ActivityQueries, activityEndpoints } from '../../features/activity/index.ts';
import {
  type SignInAdminService,
  signInEndpoints,
  type TokenAdminService,
  tokenEndpoints,
} from '../../features/auth/index.ts';
import { type ChainApi, chainEndpoints } from '../../features/chain/index.ts';
import { type BlockService, blockEndpoints } from '../../features/content/index.ts';
import { postSelfTestEndpoint } from '../../features/diagnostics/index.ts';
import { type DiscoveryEndpointServices, discoveryEndpoints } from '../../features/discovery/index.ts';
import { type TransferSource, transferEndpoints } from '../../features/fetch/index.ts';
import { type MarketApi, marketEndpoints } from '../../features/market/index.ts';
import { type MonitoringQueries, monitoringEndpoints } from '../../features/monitoring/index.ts';
import { type FirstRun, postFirstRunEndpoint } from '../../features/onboarding/index.ts';
import { type OrdersApi, orderEndpoints } from '../../features/orders/index.ts';
import { type PeerService, peerEndpoints } from '../../features/peers/index.ts';
import { type PracticeApi, practiceEndpoints } from '../../features/practice/index.ts';
import { type LibraryApi, libraryEndpoints } from '../../features/purchases/index.ts';
import { type RecoveryAdminService, recoveryEndpoints } from '../../features/recovery/index.ts';
import { contentEndpoints, type LocalContentServices } from '../../features/serving/index.ts';
import { type SettingsService, settingsEndpoints } from '../../features/settings/index.ts';
import { type SharingEndpointServices, sharingEndpoints } from '../../features/sharing/index.ts';
import { type StorageAdmin, storageEndpoints } from '../../features/storage/index.ts';
import type { Endpoint } from '../../platform/http/endpoint/endpoint.ts';

export interface LocalServices {
  firstRun: Pick<FirstRun, 'skip'>;
  activity: ActivityQueries;
  peers: PeerService;
  content: LocalContentServices;
  storage: StorageAdmin;
  recovery: RecoveryAdminService;
  blocks: BlockService;
  selfTest: Parameters<typeof postSelfTestEndpoint>[0];
  practice: PracticeApi;
  discovery: DiscoveryEndpointServices;
  transfers: readonly TransferSource[];
  sharing: SharingEndpointServices;
  chain: ChainApi & MarketApi & LibraryApi & OrdersApi;
  monitoring: MonitoringQueries;
  tokens: TokenAdminService;
  signIn: SignInAdminService;
  settings: SettingsService;
}

/** Returns all endpoints of the dashboard. */
export function localEndpoints(services: LocalServices): Endpoint[] {
  const { firstRun, peers } = services;
  return [
    postFirstRunEndpoint(firstRun),
    ...peerEndpoints(peers),
    postSelfTestEndpoint(services.selfTest),
    ...contentEndpoints(services.content),
    ...storageEndpoints(services.storage),
    ...recoveryEndpoints(services.recovery),
    ...blockEndpoints(services.blocks),
    ...discoveryEndpoints(services.discovery),
    ...transferEndpoints(services.transfers),
    ...sharingEndpoints(services.sharing),
    ...chainEndpoints(services.chain),
    ...marketEndpoints(services.chain),
    ...libraryEndpoints(services.chain),
    ...orderEndpoints(services.chain),
    ...monitoringEndpoints(services.monitoring),
    ...tokenEndpoints(services.tokens),
    ...signInEndpoints(services.signIn),
    ...settingsEndpoints(services.settings),
    ...activityEndpoints(services.activity),
    ...practiceEndpoints(services.practice),
  ];
}
