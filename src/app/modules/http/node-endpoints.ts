import type { IncomingMessage } from 'node:http';
import type { EndpointContract } from '../../../contract/endpoint.ts';
import { contentNotFound } from '../../../core/content-errors.ts';
import { parseTonAddress } from '../../../core/ton/ton-address.ts';
import {
  getAccountEndpoint,
  getIconEndpoint,
  getTonConnectManifestEndpoint,
  getTonConnectNewEndpoint,
  postAuthTwaEndpoint,
  postSelectWalletEndpoint,
  postTonConnectLogoutEndpoint,
} from '../../../features/auth/index.ts';
import { getContentListEndpoint, patchOwnContentEndpoint } from '../../../features/content/index.ts';
import { getNetworkContentEndpoint } from '../../../features/discovery/index.ts';
import {
  ContentKeyService,
  DeliveredKeyRepository,
  DeliveredKeys,
  getContentKeyEndpoint,
  putContentKeyEndpoint,
  signReceipt,
} from '../../../features/licensing/index.ts';
import {
  getNodeEndpoint,
  getOpenApiEndpoint,
  getSystemVersionEndpoint,
  postSendStatusEndpoint,
} from '../../../features/monitoring/index.ts';
import {
  getIntentsEndpoint,
  getPlatformImageEndpoint,
  getPlatformMetadataEndpoint,
  postNewContentMessageEndpoint,
  postPurchaseContentEndpoint,
} from '../../../features/orders/index.ts';
import {
  getNetworkInfoEndpoint,
  getNetworkNodesEndpoint,
  postHandshakeEndpoint,
} from '../../../features/peers/index.ts';
import {
  type ContentResponseServices,
  deleteStorageEndpoint,
  getContentViewByPathEndpoint,
  getContentViewEndpoint,
  getDecodeContentIdEndpoint,
  getStorageEndpoint,
  headStorageEndpoint,
  type RemoteSource,
} from '../../../features/serving/index.ts';
import { headUploadEndpoint, postStorageEndpoint } from '../../../features/uploads/index.ts';
import type { Endpoint } from '../../../platform/http/endpoint/endpoint.ts';
import { tokenOf } from '../../../platform/http/guards/authorization.ts';
import { clientAddress, isLoopbackAddress } from '../../../platform/http/guards/client-address.ts';
import type { NodeModules } from './node-modules.ts';
import { walletManifest } from './wallet-manifest.ts';

/** Creates the endpoints of the node API by the names of their operations. */
export function createNodeEndpoints(modules: NodeModules) {
  const { base, auth, storage, chain, network, discovery, monitoring } = modules;
  const { content } = storage;
  const { peers } = network;
  const describe = () => peers.describe();
  const keys = contentKeys(modules);
  const reading = contentReading(modules);
  const operatorOf = () => base.live.get().operator;
  const endpoints = {
    'node.get': getNodeEndpoint(() => monitoring.status.nodeStatus()),
    'system.sendStatus': postSendStatusEndpoint(monitoring.reports),
    'system.version': getSystemVersionEndpoint(monitoring.codebase),
    'documents.manifest': getTonConnectManifestEndpoint(operatorOf),
    'documents.platformMetadata': getPlatformMetadataEndpoint(operatorOf),
    'documents.icon': getIconEndpoint(),
    'documents.platformImage': getPlatformImageEndpoint(),
    'auth.twa': postAuthTwaEndpoint(auth.signIn, auth.balances),
    'auth.selectWallet': postSelectWalletEndpoint(auth.accounts, auth.balances),
    'tonconnect.new': getTonConnectNewEndpoint(auth.tonConnect, walletManifest(modules)),
    'tonconnect.logout': postTonConnectLogoutEndpoint(auth),
    account: getAccountEndpoint(auth.accounts, auth.balances),
    'storage.post': postStorageEndpoint(storage.uploads),
    'storage.headUpload': headUploadEndpoint(storage.parts),
    'storage.head': headStorageEndpoint(reading),
    'storage.get': getStorageEndpoint(reading),
    'storage.delete': deleteStorageEndpoint(content),
    'storage.decodeContentId': getDecodeContentIdEndpoint(content),
    'content.list': getContentListEndpoint(content.list, content.responses),
    'content.view': getContentViewEndpoint(content),
    'content.viewByPath': getContentViewByPathEndpoint(content),
    'content.patch': patchOwnContentEndpoint(content),
    'content.key': getContentKeyEndpoint(keys),
    'content.depositKey': putContentKeyEndpoint(keys),
    'blockchain.sendNewContentMessage': postNewContentMessageEndpoint(chain.messages),
    'blockchain.sendPurchaseContent': postPurchaseContentEndpoint(chain.messages),
    'blockchain.intents': getIntentsEndpoint(chain.messages),
    'network.info': getNetworkInfoEndpoint(describe),
    'network.nodes': getNetworkNodesEndpoint(peers),
    'network.content': getNetworkContentEndpoint(discovery.found),
    'network.handshake': postHandshakeEndpoint({ ...base, peers, describe, nonces: base.state.nonces }),
  } satisfies Record<string, Endpoint>;
  return { ...endpoints, 'system.openapi': getOpenApiEndpoint(contractsOf(endpoints)) };
}

/** Name of an operation of the node API. A table by this type in tests requires a case for each operation. */
export type NodeOperation = keyof ReturnType<typeof createNodeEndpoints>;

/** Returns the contracts of endpoints by the names of their operations. */
export const contractsOf = (
  endpoints: Readonly<Record<string, Endpoint>>,
): Record<string, EndpointContract> =>
  Object.fromEntries(Object.entries(endpoints).map(([name, { contract }]) => [name, contract]));

/** Returns the services for reading a content over HTTP. */
function contentReading(modules: NodeModules): ContentResponseServices {
  const { base, storage, network } = modules;
  const { catalogue, licensed } = storage.content;
  const addressOf = clientAddress(base.settings.http.trusted_proxies);
  return {
    catalogue,
    licensed,
    remote: otherNodes(modules),
    paceFor: (request) => {
      const pace = network.bandwidth.limitedUp;
      return pace && !isLoopbackAddress(addressOf(request)) ? pace : undefined;
    },
  };
}

function contentKeys({ base, storage, chain }: NodeModules): ContentKeyService {
  const { db, state, identity, clock, events, loggerOf } = base;
  const delivered = new DeliveredKeys({
    rows: new DeliveredKeyRepository(db, state.commands),
    clock,
    logger: loggerOf('licensing'),
    onFirst: () => events.emit('purchases.changed'),
  });
  return new ContentKeyService({
    ...storage.content,
    chain: chain.records,
    licences: chain.licences,
    sign: (facts) => {
      const licence = parseTonAddress(facts.licence_address);
      if (licence) void delivered.record(licence);
      return signReceipt(identity, facts, clock());
    },
    onChange: () => events.emit('content.key-deposited'),
  });
}

/** Fetches missing contents from other nodes on request. */
function otherNodes({ base, auth, storage, discovery }: NodeModules): RemoteSource {
  const { catalogue, trash, inspector } = storage.content;
  const mayRead = async ({ headers }: IncomingMessage): Promise<boolean> => {
    const token = tokenOf(headers.authorization);
    const caller = token === undefined ? undefined : await auth.authenticate(token);
    return caller?.scopes.has('content:read') === true;
  };
  return {
    mayAsk: (request) => base.settings.node.type !== 'public' || mayRead(request),
    fetch: async (sha256, signal) => {
      // Reading a file that is in the trash must not fetch it again.
      if (trash.has(sha256)) throw contentNotFound();
      // The stored file could not be sent; it is fetched only if it is known to be damaged.
      if (catalogue.find(sha256)) await inspector.inspect(sha256);
      await discovery.fetch.fetch(sha256, { priority: 'foreground', signal });
    },
  };
}
