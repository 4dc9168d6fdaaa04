import {
  deleteSubscription,
  getFound,
  getSubscriptions,
  getSync,
  postCopy,
  postSubscription,
  postSync,
  type RemoteContentPage,
  type Subscription,
  type SubscriptionRequest,
  type SyncState,
} from '../../../contract/dashboard-api/discovery.ts';
import { deleteTransfer, getTransfers, type Transfer } from '../../../contract/dashboard-api/fetch.ts';
import type { RemoteContentQuery } from '../../../contract/node-api/discovery.ts';
import { parseContentId } from '../../../core/content-id.ts';
import { NodeError } from '../../../core/node-error.ts';
import { defineEndpoint, type Endpoint, jsonBody, ok } from '../../../platform/http/endpoint/endpoint.ts';

/** Bytes on their way, of one kind. */
export interface TransferSource {
  transfers(): Transfer[];
  /** @returns false for an id that is none of its transfers */
  cancel(id: string): boolean;
}

/** Finds what other nodes say that they have, from anywhere in a list. */
interface FoundDesk {
  pageFrom(query: RemoteContentQuery & { skip: number }, baseUrl: string): Promise<RemoteContentPage>;
}

/** What the dashboard may do with the contents of other nodes. */
export interface NetworkDesk {
  sync: {
    state(): SyncState;
    /** Asks every node now; rejects only when this node has trouble of its own. */
    now(): Promise<void>;
  };
  found: FoundDesk;
  subscriptions: {
    list(): Subscription[];
    add(request: SubscriptionRequest): Subscription;
    end(id: string): void;
  };
  copies: {
    /**
     * Begins to fetch a content; one that is to be pinned is pinned when it is here.
     * @returns whether it is here already
     * @throws NodeError `blocked`, `too_busy`
     */
    bring(sha256: Buffer, options: { pinned: boolean }): Promise<{ contentId: string; stored: boolean }>;
  };
  transfers: readonly TransferSource[];
  nodeUrl: () => string;
  onError: (error: unknown) => void;
}

const common = { limit: 'requests' } as const;

const oldestFirst = (a: Transfer, b: Transfer): number =>
  a.started_at < b.started_at ? -1 : Number(a.started_at > b.started_at);

function transferEndpoints(sources: readonly TransferSource[]): Endpoint[] {
  return [
    defineEndpoint({
      ...common,
      contract: getTransfers,
      handle: () => {
        const transfers = sources.flatMap((source) => source.transfers()).sort(oldestFirst);
        return { status: 200, body: { transfers } };
      },
    }),
    defineEndpoint({
      ...common,
      contract: deleteTransfer,
      handle: ({ params }) => {
        if (sources.some((source) => source.cancel(params.id))) return ok;
        throw new NodeError('transfer_not_found', 'This transfer has ended already. Look at the list again.');
      },
    }),
  ];
}

function subscriptionEndpoints({ subscriptions }: NetworkDesk): Endpoint[] {
  return [
    defineEndpoint({
      ...common,
      contract: getSubscriptions,
      handle: () => ({ status: 200, body: { subscriptions: subscriptions.list() } }),
    }),
    defineEndpoint({
      ...common,
      contract: postSubscription,
      body: jsonBody,
      handle: ({ body }) => ({ status: 201, body: subscriptions.add(body) }),
    }),
    defineEndpoint({
      ...common,
      contract: deleteSubscription,
      handle: ({ params }) => {
        subscriptions.end(params.id);
        return ok;
      },
    }),
  ];
}

/** What other nodes have: how far it is known, what of it is kept here, and what is on its way. */
export function networkEndpoints(desk: NetworkDesk): Endpoint[] {
  const { sync, found, copies } = desk;
  return [
    defineEndpoint({
      ...common,
      contract: getSync,
      handle: () => ({ status: 200, body: sync.state() }),
    }),
    defineEndpoint({
      ...common,
      contract: postSync,
      handle: () => {
        sync.now().catch(desk.onError);
        return ok;
      },
    }),
    defineEndpoint({
      ...common,
      contract: getFound,
      handle: async ({ query }) => ({ status: 200, body: await found.pageFrom(query, desk.nodeUrl()) }),
    }),
    defineEndpoint({
      ...common,
      contract: postCopy,
      body: jsonBody,
      handle: async ({ body: { content_id, pinned } }) => {
        const { contentId, stored } = await copies.bring(parseContentId(content_id).sha256, { pinned });
        return { status: stored ? 200 : 202, body: { content_id: contentId, stored } };
      },
    }),
    ...subscriptionEndpoints(desk),
    ...transferEndpoints(desk.transfers),
  ];
}
