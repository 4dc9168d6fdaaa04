import { createHash } from 'node:crypto';
import { expect, vi } from 'vitest';
import type { ChainState } from '../../../src/contract/dashboard-api/chain.ts';
import type { LocalContent, LocalContentPage } from '../../../src/contract/dashboard-api/content.ts';
import type { AccessLink } from '../../../src/contract/dashboard-api/licensing.ts';
import type { Order, OrderPage } from '../../../src/contract/dashboard-api/orders.ts';
import type { Purchases } from '../../../src/contract/dashboard-api/purchases.ts';
import { postToEnd } from '../../support/node/post-to-end.ts';
import { json, startTestNode, type TestNode } from '../../support/node/start-test-node.ts';

export const ton = 1_000_000_000n;
export const patience = { timeout: 120_000, interval: 50 };

type StartOptions = NonNullable<Parameters<typeof startTestNode>[0]>;

/** Starts a node with an embedded chain, whose owner sells. */
export async function seller({ settings = {}, ...options }: StartOptions = {}) {
  const alcove = await startTestNode({
    ...options,
    settings: { chain: { network: 'embedded' }, ...settings },
  });
  const ask = async <T>(path: string, init?: RequestInit): Promise<T> => {
    const response = await alcove.askLocal(path, init);
    expect(response.status, await response.clone().text()).toBe(200);
    return (await response.json()) as T;
  };
  const person = {
    alcove,
    ask,
    hasMarket: () =>
      vi.waitUntil(
        async () => (await ask<ChainState>('/local/chain')).platform.state === 'deployed',
        patience,
      ),
    /** Stores a file as the dashboard does. */
    upload: async (bytes: Uint8Array | string, name = ''): Promise<LocalContent> => {
      const headers = { 'X-File-Name': Buffer.from(name).toString('base64') };
      const body = Buffer.from(bytes);
      const response = await alcove.askLocal('/local/content', { method: 'POST', body, headers });
      return ((await response.json()) as { content: LocalContent }).content;
    },
    content: (id: string) => ask<LocalContent>(`/local/content/${id}`),
    contents: async () => (await ask<LocalContentPage>('/local/content')).items,
    open: (id: string) => ask<AccessLink>(`/local/content/${id}/access-link`),
    library: async () => (await ask<Purchases>('/local/purchases')).licences,
    place: (request: object) =>
      alcove.askLocal('/local/orders', {
        method: 'POST',
        ...json({ pay_with: 'practice_wallet', ...request }),
      }),
    register: (content_id: string, changes: object = {}) =>
      person.place({ ...registration, content_id, ...changes }),
    order: async (id: string) =>
      (await ask<OrderPage>('/local/orders')).items.find(({ query_id }) => query_id === id),
    /** Places an order; resolves when it is on the chain. */
    done: async (request: object): Promise<Order> => {
      const answer = await postToEnd(alcove, '/local/orders', { pay_with: 'practice_wallet', ...request });
      const order = (await answer.json()) as Order;
      expect(answer.status, JSON.stringify(order)).toBe(200);
      await expect.poll(async () => (await person.order(order.query_id))?.state, patience).toBe('confirmed');
      return (await person.order(order.query_id)) as Order;
    },
    /**
     * Registers a file for a price; resolves when its plain bytes have been removed.
     * @returns the encrypted file
     */
    sell: async (content_id: string, changes: object = {}): Promise<LocalContent> => {
      const order = await person.done({ ...registration, content_id, ...changes });
      await expect
        .poll(() => alcove.askLocal(`/local/content/${content_id}`).then(({ status }) => status), patience)
        .toBe(404);
      return person.content(order.content_id ?? '');
    },
    stop: () => alcove.stop(),
  };
  return person;
}

export type Seller = Awaited<ReturnType<typeof seller>>;

export const registration = {
  ...{ kind: 'register', title: 'A song', price: ton.toString(), resale_price: (2n * ton).toString() },
  ...{ allow_resale: true, downloadable: true, royalties: [] },
};

/** Returns the bytes of a response, which must have this status. */
export async function bytesOf(response: Response, status = 200): Promise<Buffer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.status, bytes.subarray(0, 500).toString()).toBe(status);
  return bytes;
}

export const problemOf = async (response: Response) => {
  const document = (await response.json()) as { code: string };
  return { ...document, status: response.status };
};

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Returns the path of a node's URL, which is the same under both host names. */
const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

export const fetchFrom = (alcove: TestNode, url: string | null, init?: RequestInit): Promise<Response> =>
  alcove.ask(pathOf(url ?? ''), init);
