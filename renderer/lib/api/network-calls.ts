import type { CallOutput } from '@alcove/client';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { postSelfTest, type SelfTest } from '../../../src/contract/dashboard-api/diagnostics.ts';
import {
  deleteSubscription,
  getFound,
  getSubscriptions,
  getSync,
  patchCopy,
  postCopy,
  postSubscription,
  postSync,
  type RemoteContentPage,
  type Subscription,
  type SubscriptionRequest,
  type SyncState,
} from '../../../src/contract/dashboard-api/discovery.ts';
import { deleteTransfer, getTransfers, type Transfer } from '../../../src/contract/dashboard-api/fetch.ts';
import {
  getNetworkMap,
  getPeerHistory,
  type NetworkMap,
  type PeerHistory,
} from '../../../src/contract/dashboard-api/peers.ts';
import {
  deleteShare,
  deleteShareHost,
  getShareHosts,
  getShares,
  postShare,
  postShareHost,
  type Share,
  type SharedContent,
} from '../../../src/contract/dashboard-api/sharing.ts';
import { at, type ListPlace, pieceSize } from './list-place.ts';
import type { NodeCaller } from './node-calls.ts';

export type ShareHosts = CallOutput<typeof getShareHosts>;
export type ShareHost = ShareHosts['hosts'][number];
export type CopyAnswer = CallOutput<typeof postCopy>;

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
  found(query: FoundQuery & ListPlace, signal?: AbortSignal): Promise<RemoteContentPage>;
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
    peerHistory: (host, signal) => ask(getPeerHistory, { query: { host } }, { signal }),
    networkMap: (signal) => ask(getNetworkMap, {}, { signal }),
    selfTest: (signal) => ask(postSelfTest, {}, { signal }),
    transfers: async (signal) => (await ask(getTransfers, {}, { signal })).transfers,
    cancelTransfer: (id) => tell(deleteTransfer, { params: { id } }),
    sync: (signal) => ask(getSync, {}, { signal }),
    syncNow: () => tell(postSync, {}),
    found: ({ cursor, skip, ...query }, signal) =>
      ask(getFound, { query: { ...query, limit: pieceSize, ...at({ cursor, skip }) } }, { signal }),
    subscriptions: async (signal) => (await ask(getSubscriptions, {}, { signal })).subscriptions,
    subscribe: (body) => ask(postSubscription, { body }),
    unsubscribe: (id) => tell(deleteSubscription, { params: { id } }),
    fetchCopy: (id, { pinned }) => ask(postCopy, { body: { content_id: id, pinned } }),
    pinCopy: (id, pinned) => ask(patchCopy, { params: { id }, body: { pinned } }),
    shareHosts: (signal) => ask(getShareHosts, {}, { signal }),
    signInToHost: (host, token) =>
      ask(postShareHost, { body: { host, ...(token !== undefined && { token }) } }),
    signOutOfHost: (host) => tell(deleteShareHost, { query: { host } }),
    shared: async (host, signal) =>
      (await ask(getShares, { query: host === undefined ? {} : { host } }, { signal })).shares,
    share: (id, body) => ask(postShare, { params: { id }, body }),
    unshare: (id, host) => tell(deleteShare, { params: { id }, query: { host } }),
  };
}
