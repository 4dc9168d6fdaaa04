import type { EndpointContract } from '../../contract/endpoint.ts';
import type { Codebase, NodeStatus } from '../../contract/node-api/monitoring.ts';
import type { NodeInfo } from '../../contract/node-api/peers.ts';
import {
  type Accounts,
  getAccountEndpoint,
  getIconEndpoint,
  getTonConnectManifestEndpoint,
  getTonConnectNewEndpoint,
  postAuthTwaEndpoint,
  postSelectWalletEndpoint,
  postTonConnectLogoutEndpoint,
  type SignIn,
  type TonConnect,
} from '../../features/auth/index.ts';
import { getContentListEndpoint, patchOwnContentEndpoint } from '../../features/content/index.ts';
import { getNetworkContentEndpoint, type NetworkSearch } from '../../features/discovery/index.ts';
import {
  type ContentKeyService,
  getContentKeyEndpoint,
  putContentKeyEndpoint,
} from '../../features/licensing/index.ts';
import {
  getNodeEndpoint,
  getOpenApiEndpoint,
  getSystemVersionEndpoint,
  postSendStatusEndpoint,
} from '../../features/monitoring/index.ts';
import {
  type ChainMessages,
  getIntentsEndpoint,
  getPlatformImageEndpoint,
  getPlatformMetadataEndpoint,
  postNewContentMessageEndpoint,
  postPurchaseContentEndpoint,
} from '../../features/orders/index.ts';
import {
  getNetworkInfoEndpoint,
  getNetworkNodesEndpoint,
  type HandshakeServices,
  postHandshakeEndpoint,
} from '../../features/peers/index.ts';
import {
  deleteStorageEndpoint,
  getContentViewByPathEndpoint,
  getContentViewEndpoint,
  getDecodeContentIdEndpoint,
  getStorageEndpoint,
  headStorageEndpoint,
  type RemoteSource,
  type SendContentServices,
} from '../../features/serving/index.ts';
import {
  headUploadEndpoint,
  type PartUploads,
  postStorageEndpoint,
  type UploadReceiver,
} from '../../features/uploads/index.ts';
import type { Endpoint } from '../../platform/http/endpoint/endpoint.ts';
import type { ContentServices } from '../modules/content.ts';

export interface NodeEndpointServices extends HandshakeServices {
  status: () => Promise<NodeStatus>;
  reports: { report(service: string, status: string): void };
  codebase: Codebase;
  describe: () => NodeInfo;
  content: ContentServices;
  contentKeys: ContentKeyService;
  remote: RemoteSource;
  paceFor: SendContentServices['paceFor'];
  found: NetworkSearch;
  messages: ChainMessages;
  uploads: UploadReceiver;
  parts: PartUploads;
  signIn: SignIn;
  accounts: Accounts;
  tonConnect: TonConnect;
  /** Returns the address of this node's TON Connect manifest, given the base URL of a request. */
  manifestUrl: (baseUrl: string) => string;
}

const storageOf = ({ content, remote, paceFor }: NodeEndpointServices): SendContentServices => ({
  catalogue: content.catalogue,
  licensed: content.licensed,
  remote,
  paceFor,
});

const contractEndpoints = (services: NodeEndpointServices) =>
  ({
    'node.get': getNodeEndpoint(services.status),
    'system.sendStatus': postSendStatusEndpoint(services.reports),
    'system.version': getSystemVersionEndpoint(services.codebase),
    'documents.manifest': getTonConnectManifestEndpoint(),
    'documents.platformMetadata': getPlatformMetadataEndpoint(),
    'documents.icon': getIconEndpoint(),
    'documents.platformImage': getPlatformImageEndpoint(),
    'auth.twa': postAuthTwaEndpoint(services.signIn),
    'auth.selectWallet': postSelectWalletEndpoint(services.accounts),
    'tonconnect.new': getTonConnectNewEndpoint(services.tonConnect, services.manifestUrl),
    'tonconnect.logout': postTonConnectLogoutEndpoint(services.signIn),
    account: getAccountEndpoint(services.accounts),
    'storage.post': postStorageEndpoint(services.uploads),
    'storage.headUpload': headUploadEndpoint(services.parts),
    'storage.head': headStorageEndpoint(storageOf(services)),
    'storage.get': getStorageEndpoint(storageOf(services)),
    'storage.delete': deleteStorageEndpoint(services.content),
    'storage.decodeContentId': getDecodeContentIdEndpoint(services.content),
    'content.list': getContentListEndpoint(services.content.list, services.content.responses),
    'content.view': getContentViewEndpoint(services.content),
    'content.viewByPath': getContentViewByPathEndpoint(services.content),
    'content.patch': patchOwnContentEndpoint(services.content),
    'content.key': getContentKeyEndpoint(services.contentKeys),
    'content.depositKey': putContentKeyEndpoint(services.contentKeys),
    'blockchain.sendNewContentMessage': postNewContentMessageEndpoint(services.messages),
    'blockchain.sendPurchaseContent': postPurchaseContentEndpoint(services.messages),
    'blockchain.intents': getIntentsEndpoint(services.messages),
    'network.info': getNetworkInfoEndpoint(services.describe),
    'network.nodes': getNetworkNodesEndpoint(services.peers),
    'network.content': getNetworkContentEndpoint(services.found),
    'network.handshake': postHandshakeEndpoint(services),
  }) satisfies Record<string, Endpoint>;

/** Returns the endpoints of the node API by the names of their operations. */
export function nodeEndpoints(services: NodeEndpointServices) {
  const endpoints = contractEndpoints(services);
  const openApi = getOpenApiEndpoint(contractsOf(endpoints));
  return { ...endpoints, 'system.openapi': openApi } satisfies Record<string, Endpoint>;
}

/** Returns the contracts of endpoints by the names of their operations. */
export const contractsOf = (
  endpoints: Readonly<Record<string, Endpoint>>,
): Record<string, EndpointContract> =>
  Object.fromEntries(Object.entries(endpoints).map(([name, { contract }]) => [name, contract]));

/** Name of an operation of the node API; tests only compile with a case for each. */
export type NodeOperation = keyof ReturnType<typeof nodeEndpoints>;
