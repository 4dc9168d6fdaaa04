import * as contracts from '../../../contract/endpoints/local.ts';
import { getNetworkMap, getPeerHistory, postSelfTest } from '../../../contract/endpoints/local-network.ts';
import type { LocalPeer } from '../../../contract/local.ts';
import type { NetworkMap, PeerHistory, SelfTest } from '../../../contract/local-network.ts';
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
      contract: contracts.getPeers,
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
      contract: contracts.postPeer,
      body: jsonBody,
      handle: async ({ body }) => ({ status: 201, body: await peers.add(body.url) }),
    }),
    defineEndpoint({
      ...common,
      contract: contracts.postPeerRetry,
      body: jsonBody,
      handle: async ({ body }) => ({ status: 200, body: await peers.retry(body.host) }),
    }),
    defineEndpoint({
      ...common,
      contract: contracts.postPeerKey,
      body: jsonBody,
      handle: async ({ body }) => ({ status: 200, body: await peers.acceptKey(body.host, body.public_key) }),
    }),
    defineEndpoint({
      ...common,
      contract: contracts.deletePeer,
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
