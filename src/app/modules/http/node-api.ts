import type { IncomingMessage } from 'node:http';
import { ContentKeyService, signReceipt } from '../../../features/licensing/index.ts';
import type { RemoteSource } from '../../../features/serving/index.ts';
import { tokenOf } from '../../../platform/http/guards/authorization.ts';
import { clientAddress, isLoopbackAddress } from '../../../platform/http/guards/client-address.ts';
import { nodeEndpoints } from '../../http/node-endpoints.ts';
import type { Parts } from './parts.ts';

type NodeApiParts = Pick<
  Parts,
  'base' | 'auth' | 'storage' | 'chain' | 'network' | 'discovery' | 'monitoring'
>;

/** Creates the endpoints of the node API. */
export function createNodeApi(parts: NodeApiParts) {
  const { base, auth, storage, chain, network, discovery, monitoring } = parts;
  const { peers } = network;
  const addressOf = clientAddress(base.settings.http.trusted_proxies);
  return nodeEndpoints({
    status: () => monitoring.status.nodeStatus(),
    reports: monitoring.reports,
    codebase: monitoring.codebase,
    describe: () => peers.describe(),
    content: storage.content,
    contentKeys: contentKeys(parts),
    remote: otherNodes(parts),
    paceFor: (request) => (isLoopbackAddress(addressOf(request)) ? undefined : network.bandwidth.limitedUp),
    found: discovery.found,
    messages: chain.messages,
    uploads: storage.uploads,
    parts: storage.parts,
    identity: base.identity,
    peers,
    clock: base.clock,
    signIn: auth.signIn,
    accounts: auth.accounts,
    tonConnect: auth.tonConnect,
    manifestUrl: auth.manifestUrl,
  });
}

const contentKeys = ({ base, storage, chain }: NodeApiParts): ContentKeyService =>
  new ContentKeyService({
    ...storage.content,
    chain: chain.records,
    licences: chain.licences,
    sign: (facts) => signReceipt(base.identity, facts, base.clock()),
    onChange: () => base.events.emit('content.key-deposited'),
  });

/** Fetches missing contents from other nodes on request. */
function otherNodes({ base, auth, storage, discovery }: NodeApiParts): RemoteSource {
  const { catalogue, watch } = storage.content;
  const mayRead = ({ headers }: IncomingMessage): boolean => {
    const token = tokenOf(headers.authorization);
    return token !== undefined && auth.authenticate(token)?.scopes.has('content:read') === true;
  };
  return {
    mayAsk: (request) => base.settings.node.type !== 'public' || mayRead(request),
    fetch: async (sha256, signal) => {
      // The file is stored but could not be sent; only a file known as damaged is fetched.
      if (catalogue.find(sha256)) await watch.inspect(sha256);
      await discovery.fetch.fetch(sha256, { priority: 'foreground', signal });
    },
  };
}
