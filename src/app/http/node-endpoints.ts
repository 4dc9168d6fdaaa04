import type { EndpointContract } from '../../contract/endpoint.ts';
import type { Codebase, NodeStatus } from '../../contract/node-api/monitoring.ts';
import type { NodeInfo } from '../../contract/node-api/peers.ts';
import type { Accounts } from '../../features/auth/accounts.ts';
import { getAccountEndpoint } from '../../features/auth/endpoints/get-account.ts';
import { getIconEndpoint } from '../../features/auth/endpoints/get-icon.ts';
import { getTonConnectManifestEndpoint } from '../../features/auth/endpoints/get-manifest.ts';
import { getTonConnectNewEndpoint } from '../../features/auth/endpoints/get-ton-connect-new.ts';
import { postSelectWalletEndpoint } from '../../features/auth/endpoints/post-select-wallet.ts';
import { postTonConnectLogoutEndpoint } from '../../features/auth/endpoints/post-ton-connect-logout.ts';
import { postAuthTwaEndpoint } from '../../features/auth/endpoints/post-twa.ts';
import type { SignIn } from '../../features/auth/sign-in.ts';
import type { TonConnect } from '../../features/auth/ton-connect/ton-connect.ts';
import { getContentListEndpoint } from '../../features/content/endpoints/get-content-list.ts';
import { patchOwnContentEndpoint } from '../../features/content/endpoints/patch-content.ts';
import {
  getNetworkContentEndpoint,
  type NetworkSearch,
} from '../../features/discovery/endpoints/get-network-content.ts';
import type { ContentKeyService } from '../../features/licensing/content-key-service.ts';
import { getContentKeyEndpoint } from '../../features/licensing/endpoints/get-content-key.ts';
import { putContentKeyEndpoint } from '../../features/licensing/endpoints/put-content-key.ts';
import { getNodeEndpoint } from '../../features/monitoring/endpoints/get-node.ts';
import { getOpenApiEndpoint } from '../../features/monitoring/endpoints/get-openapi.ts';
import { getSystemVersionEndpoint } from '../../features/monitoring/endpoints/get-version.ts';
import { postSendStatusEndpoint } from '../../features/monitoring/endpoints/post-send-status.ts';
import type { ChainMessages } from '../../features/orders/endpoints/chain-messages.ts';
import { getIntentsEndpoint } from '../../features/orders/endpoints/get-intents.ts';
import { getPlatformImageEndpoint } from '../../features/orders/endpoints/get-platform-image.ts';
import { getPlatformMetadataEndpoint } from '../../features/orders/endpoints/get-platform-metadata.ts';
import { postNewContentMessageEndpoint } from '../../features/orders/endpoints/post-new-content-message.ts';
import { postPurchaseContentEndpoint } from '../../features/orders/endpoints/post-purchase-content.ts';
import { getNetworkInfoEndpoint } from '../../features/peers/endpoints/get-network-info.ts';
import { getNetworkNodesEndpoint } from '../../features/peers/endpoints/get-network-nodes.ts';
import {
  type HandshakeServices,
  postHandshakeEndpoint,
} from '../../features/peers/endpoints/post-handshake.ts';
import { deleteStorageEndpoint } from '../../features/serving/endpoints/delete-storage.ts';
import { getContentViewEndpoint } from '../../features/serving/endpoints/get-content-view.ts';
import { getContentViewByPathEndpoint } from '../../features/serving/endpoints/get-content-view-by-path.ts';
import { getDecodeContentIdEndpoint } from '../../features/serving/endpoints/get-decode-content-id.ts';
import { getStorageEndpoint } from '../../features/serving/endpoints/get-storage.ts';
import { headStorageEndpoint } from '../../features/serving/endpoints/head-storage.ts';
import type { RemoteSource } from '../../features/serving/read-through-reader.ts';
import type { SendContentServices } from '../../features/serving/send-content.ts';
import { headUploadEndpoint } from '../../features/uploads/endpoints/head-upload.ts';
import { postStorageEndpoint } from '../../features/uploads/endpoints/post-storage.ts';
import type { PartUploads } from '../../features/uploads/part-uploads.ts';
import type { UploadReceiver } from '../../features/uploads/upload-receiver.ts';
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
  /** What wallets are shown of this node, given the base URL of a request. */
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

/** The endpoints of the node API by the names of their operations. */
export function nodeEndpoints(services: NodeEndpointServices) {
  const endpoints = contractEndpoints(services);
  const openApi = getOpenApiEndpoint(contractsOf(endpoints));
  return { ...endpoints, 'system.openapi': openApi } satisfies Record<string, Endpoint>;
}

/** What endpoints take and give, by the names of their operations. */
export const contractsOf = (
  endpoints: Readonly<Record<string, Endpoint>>,
): Record<string, EndpointContract> =>
  Object.fromEntries(Object.entries(endpoints).map(([name, { contract }]) => [name, contract]));

/** An operation of the node API; tests have a case for each, or do not compile. */
export type NodeOperation = keyof ReturnType<typeof nodeEndpoints>;
