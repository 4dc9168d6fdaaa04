import type { CallOutput } from '@alcove/client';
import * as contracts from '../../../src/contract/endpoints/local-network.ts';
import type { LocalContent, Share } from '../../../src/contract/local.ts';
import type {
  NetworkMap,
  PeerHistory,
  SelfTest,
  SharedContent,
  Subscription,
  SubscriptionRequest,
  SyncState,
  Transfer,
} from '../../../src/contract/local-network.ts';
import { at, type ListPlace, pieceSize } from './list-place.ts';
import type { NodeCaller } from './node-calls.ts';

export type ShareHosts = CallOutput<typeof contracts.getShareHosts>;
export type ShareHost = ShareHosts['hosts'][number];
export type CopyAnswer = CallOutput<typeof contracts.postCopy>;

/** Words to look for, and what has to hold besides. */
export interface FoundQuery {
  q: string;
  author?: string;
  hashtag?: string;
  owner?: string;
  content_type?: string;
}

/** What the dashboard asks of its node about other nodes. */
export interface NetworkCalls {
  peerHistory(host: string, signal?: AbortSignal): Promise<PeerHistory>;
  networkMap(signal?: AbortSignal): Promise<NetworkMap>;
  /** Takes up to 15 seconds. */
  selfTest(signal?: AbortSignal): Promise<SelfTest>;
  transfers(signal?: AbortSignal): Promise<Transfer[]>;
  cancelTransfer(id: string): Promise<void>;
  sync(signal?: AbortSignal): Promise<SyncState>;
  syncNow(): Promise<void>;
  /** What is known to be on other nodes and matches, newest first. */
  found(query: FoundQuery & ListPlace, signal?: AbortSignal): Promise<contracts.FoundPage>;
  subscriptions(signal?: AbortSignal): Promise<Subscription[]>;
  subscribe(request: SubscriptionRequest): Promise<Subscription>;
  unsubscribe(id: string): Promise<void>;
  /** Begins to fetch a content; what is `pinned` is kept until the person lets go of it. */
  fetchCopy(contentId: string, options: { pinned: boolean }): Promise<CopyAnswer>;
  pinCopy(contentId: string, pinned: boolean): Promise<LocalContent>;
  shareHosts(signal?: AbortSignal): Promise<ShareHosts>;
  /** Signs in with this node's wallet, or with an API token of the other node. */
  signInToHost(host: string, token?: string): Promise<ShareHost>;
  signOutOfHost(host: string): Promise<void>;
  /** What is on public nodes for this one, newest first, also what is no longer here. */
  shared(host?: string, signal?: AbortSignal): Promise<SharedContent[]>;
  share(contentId: string, to: { host: string; listed: boolean }): Promise<Share>;
  /** Takes a content back; once more when that node could not be told: forgets it. */
  unshare(contentId: string, host: string): Promise<void>;
}

export function networkCalls({ ask, tell }: NodeCaller): NetworkCalls {
  return {
    peerHistory: (host, signal) => ask(contracts.getPeerHistory, { query: { host } }, { signal }),
    networkMap: (signal) => ask(contracts.getNetworkMap, {}, { signal }),
    selfTest: (signal) => ask(contracts.postSelfTest, {}, { signal }),
    transfers: async (signal) => (await ask(contracts.getTransfers, {}, { signal })).transfers,
    cancelTransfer: (id) => tell(contracts.deleteTransfer, { params: { id } }),
    sync: (signal) => ask(contracts.getSync, {}, { signal }),
    syncNow: () => tell(contracts.postSync, {}),
    found: ({ cursor, skip, ...query }, signal) =>
      ask(contracts.getFound, { query: { ...query, limit: pieceSize, ...at({ cursor, skip }) } }, { signal }),
    subscriptions: async (signal) => (await ask(contracts.getSubscriptions, {}, { signal })).subscriptions,
    subscribe: (body) => ask(contracts.postSubscription, { body }),
    unsubscribe: (id) => tell(contracts.deleteSubscription, { params: { id } }),
    fetchCopy: (id, { pinned }) => ask(contracts.postCopy, { body: { content_id: id, pinned } }),
    pinCopy: (id, pinned) => ask(contracts.patchCopy, { params: { id }, body: { pinned } }),
    shareHosts: (signal) => ask(contracts.getShareHosts, {}, { signal }),
    signInToHost: (host, token) =>
      ask(contracts.postShareHost, { body: { host, ...(token !== undefined && { token }) } }),
    signOutOfHost: (host) => tell(contracts.deleteShareHost, { query: { host } }),
    shared: async (host, signal) =>
      (await ask(contracts.getShares, { query: host === undefined ? {} : { host } }, { signal })).shares,
    share: (id, body) => ask(contracts.postShare, { params: { id }, body }),
    unshare: (id, host) => tell(contracts.deleteShare, { params: { id }, query: { host } }),
  };
}
