import { getLocalOpenApi, getOverview, type Overview } from '../../contract/dashboard-api/monitoring.ts';
import { type FirstRunStep, postFirstRun } from '../../contract/dashboard-api/onboarding.ts';
import { type ActivityDesk, activityEndpoints } from '../../features/activity/endpoints/activity.ts';
import { type SignInDesk, signInEndpoints } from '../../features/auth/endpoints/sign-in.ts';
import { type TokenDesk, tokenEndpoints } from '../../features/auth/endpoints/tokens.ts';
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
import { type HistoryDesk, historyEndpoints } from '../../features/monitoring/endpoints/history.ts';
import { orderEndpoints } from '../../features/orders/endpoints/dashboard/index.ts';
import type { OrdersApi } from '../../features/orders/endpoints/dashboard/orders-api.ts';
import { peerEndpoints } from '../../features/peers/endpoints/dashboard-endpoints.ts';
import type { PeerService } from '../../features/peers/peer-service.ts';
import { practiceEndpoints } from '../../features/practice/endpoints/dashboard/index.ts';
import type { PracticeApi } from '../../features/practice/endpoints/dashboard/practice-api.ts';
import { libraryEndpoints } from '../../features/purchases/endpoints/dashboard/index.ts';
import type { LibraryApi } from '../../features/purchases/endpoints/dashboard/library-api.ts';
import { type RecoveryServices, recoveryEndpoints } from '../../features/recovery/endpoints/recovery.ts';
import { contentEndpoints } from '../../features/serving/endpoints/dashboard/index.ts';
import type { LocalContentServices } from '../../features/serving/local-content-services.ts';
import { type SettingsDesk, settingsEndpoints } from '../../features/settings/endpoints/settings.ts';
import {
  type SharingEndpointServices,
  sharingEndpoints,
} from '../../features/sharing/endpoints/dashboard-endpoints.ts';
import { storageEndpoints } from '../../features/storage/endpoints/dashboard/index.ts';
import type { StorageAdmin } from '../../features/storage/storage-admin.ts';
import { defineEndpoint, type Endpoint, jsonBody, ok } from '../../platform/http/endpoint/endpoint.ts';

export interface LocalServices {
  overview: () => Promise<Overview>;
  firstRun: { skip(steps: readonly FirstRunStep[]): void };
  activity: ActivityDesk;
  peers: PeerService;
  content: LocalContentServices;
  storage: StorageAdmin;
  recovery: RecoveryServices;
  blocks: BlockService;
  selfTest: Parameters<typeof postSelfTestEndpoint>[0];
  practice: PracticeApi;
  discovery: DiscoveryEndpointServices;
  transfers: readonly TransferSource[];
  sharing: SharingEndpointServices;
  chain: ChainApi & MarketApi & LibraryApi & OrdersApi;
  history: HistoryDesk;
  tokens: TokenDesk;
  signIn: SignInDesk;
  settings: SettingsDesk;
  /** The node API's OpenAPI document. */
  openApi: () => object;
}

const common = { limit: 'requests' } as const;

/** Everything the dashboard asks of its node. */
export function localEndpoints(services: LocalServices): Endpoint[] {
  const { overview, firstRun, peers } = services;
  return [
    defineEndpoint({
      ...common,
      contract: getOverview,
      handle: async () => ({ status: 200, body: await overview() }),
    }),
    defineEndpoint({
      ...common,
      contract: postFirstRun,
      body: jsonBody,
      handle: ({ body }) => {
        firstRun.skip(body.skip);
        return ok;
      },
    }),
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
    ...historyEndpoints(services.history),
    ...tokenEndpoints(services.tokens),
    ...signInEndpoints(services.signIn),
    ...settingsEndpoints(services.settings),
    ...activityEndpoints(services.activity),
    defineEndpoint({
      ...common,
      contract: getLocalOpenApi,
      handle: () => ({ status: 200, body: services.openApi() as { openapi: string } }),
    }),
    ...practiceEndpoints(services.practice),
  ];
}
