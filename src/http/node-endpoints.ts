import type { ContentServices } from '../content/create-content.ts';
import type { KeyDesk } from '../content/licensed/key-desk.ts';
import type { PartUploads } from '../content/part-uploads.ts';
import type { EndpointContract } from '../contract/endpoint.ts';
import type { NodeInfo } from '../contract/endpoints/network.ts';
import type { NodeStatus } from '../contract/endpoints/node.ts';
import type { Codebase } from '../contract/endpoints/system.ts';
import type { Accounts } from '../sign-in/accounts.ts';
import type { SignIn } from '../sign-in/sign-in.ts';
import type { TonConnect } from '../sign-in/ton-connect/ton-connect.ts';
import type { Endpoint } from './endpoint.ts';
import { getAccountEndpoint } from './endpoints/account/get.ts';
import { postSelectWalletEndpoint } from './endpoints/auth/select-wallet.ts';
import { postAuthTwaEndpoint } from './endpoints/auth/twa.ts';
import type { ChainMessages } from './endpoints/blockchain/chain-messages.ts';
import { getIntentsEndpoint } from './endpoints/blockchain/intents.ts';
import { postNewContentMessageEndpoint } from './endpoints/blockchain/send-new-content-message.ts';
import { postPurchaseContentEndpoint } from './endpoints/blockchain/send-purchase-content.ts';
import { getContentKeyEndpoint, putContentKeyEndpoint } from './endpoints/content/key.ts';
import { getContentListEndpoint } from './endpoints/content/list.ts';
import { patchOwnContentEndpoint } from './endpoints/content/patch.ts';
import { getContentViewByPathEndpoint, getContentViewEndpoint } from './endpoints/content/view.ts';
import { getIconEndpoint, getPlatformImageEndpoint } from './endpoints/documents/images.ts';
import { getTonConnectManifestEndpoint } from './endpoints/documents/manifest.ts';
import { getPlatformMetadataEndpoint } from './endpoints/documents/platform-metadata.ts';
import { getNetworkContentEndpoint, type NetworkSearch } from './endpoints/network/content.ts';
import { type HandshakeServices, postHandshakeEndpoint } from './endpoints/network/handshake.ts';
import { getNetworkInfoEndpoint } from './endpoints/network/info.ts';
import { getNetworkNodesEndpoint } from './endpoints/network/nodes.ts';
import { getNodeEndpoint } from './endpoints/node/get.ts';
import { getDecodeContentIdEndpoint } from './endpoints/storage/decode-content-id.ts';
import { deleteStorageEndpoint } from './endpoints/storage/delete.ts';
import {
  type Elsewhere,
  getStorageEndpoint,
  headStorageEndpoint,
  type StorageServices,
} from './endpoints/storage/get.ts';
import { headUploadEndpoint } from './endpoints/storage/head-upload.ts';
import { postStorageEndpoint } from './endpoints/storage/post.ts';
import { getOpenApiEndpoint } from './endpoints/system/openapi.ts';
import { postSendStatusEndpoint } from './endpoints/system/send-status.ts';
import { getSystemVersionEndpoint } from './endpoints/system/version.ts';
import { postTonConnectLogoutEndpoint } from './endpoints/tonconnect/logout.ts';
import { getTonConnectNewEndpoint } from './endpoints/tonconnect/new.ts';
import type { UploadReceiver } from './receive-upload.ts';

export interface NodeEndpointServices extends HandshakeServices {
  status: () => Promise<NodeStatus>;
  reports: { report(service: string, status: string): void };
  codebase: Codebase;
  describe: () => NodeInfo;
  content: ContentServices;
  keyDesk: KeyDesk;
  elsewhere: Elsewhere;
  paceFor: StorageServices['paceFor'];
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

const storageOf = ({ content, elsewhere, paceFor }: NodeEndpointServices): StorageServices => ({
  catalogue: content.catalogue,
  licensed: content.licensed,
  elsewhere,
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
    'content.list': getContentListEndpoint(services.content.list, services.content.documents),
    'content.view': getContentViewEndpoint(services.content),
    'content.viewByPath': getContentViewByPathEndpoint(services.content),
    'content.patch': patchOwnContentEndpoint(services.content),
    'content.key': getContentKeyEndpoint(services.keyDesk),
    'content.depositKey': putContentKeyEndpoint(services.keyDesk),
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
