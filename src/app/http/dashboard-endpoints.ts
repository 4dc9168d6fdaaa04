import {
  type ActivityQueries,
  activityEndpoints,
} from '../../features/activity/endpoints/dashboard/index.ts';
import type { TokenAdminService } from '../../features/auth/api-tokens.ts';
import { signInEndpoints, tokenEndpoints } from '../../features/auth/endpoints/dashboard/index.ts';
import type { SignInAdminService } from '../../features/auth/user-admin-service.ts';
import type { ChainApi } from '../../features/chain/endpoints/dashboard/chain-api.ts';
import { chainEndpoints } from '../../features/chain/endpoints/dashboard/index.ts';
import type { BlockService } from '../../features/content/block-service.ts';
import { blockEndpoints } from '../../features/content/endpoints/dashboard/index.ts';
import { postSelfTestEndpoint } from '../../features/diagnostics/endpoints/dashboard/post-self-test.ts';
import {
  type DiscoveryEndpointServices,
  discoveryEndpoints,
} from '../../features/discovery/endpoints/dashboard-endpoints.ts';
import { transferEndpoints } from '../../features/fetch/endpoints/dashboard-endpoints.ts';
import type { TransferSource } from '../../features/fetch/transfer-source.ts';
import { marketEndpoints } from '../../features/market/endpoints/dashboard/index.ts';
import type { MarketApi } from '../../features/market/endpoints/dashboard/market-api.ts';
import {
  type MonitoringQueries,
  monitoringEndpoints,
} from '../../features/monitoring/endpoints/dashboard/index.ts';
import { postFirstRunEndpoint } from '../../features/onboarding/endpoints/dashboard/post-first-run.ts';
import type { FirstRun } from '../../features/onboarding/first-run.ts';
import { orderEndpoints } from '../../features/orders/endpoints/dashboard/index.ts';
import type { OrdersApi } from '../../features/orders/endpoints/dashboard/orders-api.ts';
import { peerEndpoints } from '../../features/peers/endpoints/dashboard-endpoints.ts';
import type { PeerService } from '../../features/peers/peer-service.ts';
import { practiceEndpoints } from '../../features/practice/endpoints/dashboard/index.ts';
import type { PracticeApi } from '../../features/practice/endpoints/dashboard/practice-api.ts';
import { libraryEndpoints } from '../../features/purchases/endpoints/dashboard/index.ts';
import type { LibraryApi } from '../../features/purchases/endpoints/dashboard/library-api.ts';
import { recoveryEndpoints } from '../../features/recovery/endpoints/dashboard/index.ts';
import type { RecoveryAdminService } from '../../features/recovery/recovery-admin-service.ts';
import { contentEndpoints } from '../../features/serving/endpoints/dashboard/index.ts';
import type { LocalContentServices } from '../../features/serving/local-content-services.ts';
import { settingsEndpoints } from '../../features/settings/endpoints/dashboard/index.ts';
import type { SettingsService } from '../../features/settings/settings-service.ts';
import {
  type SharingEndpointServices,
  sharingEndpoints,
} from '../../features/sharing/endpoints/dashboard-endpoints.ts';
import { storageEndpoints } from '../../features/storage/endpoints/dashboard/index.ts';
import type { StorageAdmin } from '../../features/storage/storage-admin.ts';
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

/** Everything the dashboard asks of its node. */
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
