import { postSelfTest, type SelfTest } from '../../../contract/dashboard-api/diagnostics.ts';
import {
  deletePeer,
  getNetworkMap,
  getPeerHistory,
  getPeers,
  type LocalPeer,
  type NetworkMap,
  type PeerHistory,
  postPeer,
  postPeerKey,
  postPeerRetry,
} from '../../../contract/dashboard-api/peers.ts';
import { defineEndpoint, type Endpoint, jsonBody, ok } from '../../../platform/http/endpoint/endpoint.ts';

/** What the dashboard may do with peers. */
export interface PeerDesk {
  list(): LocalPeer[];
  history(host: string): PeerHistory;
  map(): NetworkMap;
  add(url: string): Promise<LocalPeer>;
  retry(host: string): Promise<LocalPeer>;
  remove(host: string): void;
  acceptKey(host: string, publicKey: string): Promise<LocalPeer>;
}

/** Looks at everything that this node needs. */
export interface SelfTestDesk {
  run(): Promise<SelfTest>;
}

const common = { limit: 'requests' } as const;

export function peerEndpoints(peers: PeerDesk): Endpoint[] {
  return [
    defineEndpoint({
      ...common,
      contract: getPeers,
      handle: () => ({ status: 200, body: { peers: peers.list() } }),
    }),
    defineEndpoint({
      ...common,
      contract: getPeerHistory,
      handle: ({ query }) => ({ status: 200, body: peers.history(query.host) }),
    }),
    defineEndpoint({
      ...common,
      contract: getNetworkMap,
      handle: () => ({ status: 200, body: peers.map() }),
    }),
    defineEndpoint({
      ...common,
      contract: postPeer,
      body: jsonBody,
      handle: async ({ body }) => ({ status: 201, body: await peers.add(body.url) }),
    }),
    defineEndpoint({
      ...common,
      contract: postPeerRetry,
      body: jsonBody,
      handle: async ({ body }) => ({ status: 200, body: await peers.retry(body.host) }),
    }),
    defineEndpoint({
      ...common,
      contract: postPeerKey,
      body: jsonBody,
      handle: async ({ body }) => ({ status: 200, body: await peers.acceptKey(body.host, body.public_key) }),
    }),
    defineEndpoint({
      ...common,
      contract: deletePeer,
      handle: ({ query }) => {
        peers.remove(query.host);
        return ok;
      },
    }),
  ];
}

export const selfTestEndpoint = (selfTest: SelfTestDesk): Endpoint =>
  defineEndpoint({
    ...common,
    contract: postSelfTest,
    handle: async () => ({ status: 200, body: await selfTest.run() }),
  });
