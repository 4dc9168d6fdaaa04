import type { Address } from '@ton/core';
import { TonClient } from '@ton/ton';
import { localUpload } from '../../../src/contract/dashboard-api/content.ts';
import { type Order, type OrderRequest, order } from '../../../src/contract/dashboard-api/orders.ts';
import type { ContentEdit } from '../../../src/contract/node-api/content.ts';
import { startPublicNode } from '../../support/node/public-node.ts';
import { json, type TestNode } from '../../support/node/start-test-node.ts';
import { type AskLocal, itemsOf, ordersOf } from '../chain/chain-actions.ts';
import { test as base, expect } from '../support/fixtures.ts';

/** A public node whose owner sells, with the chain of all nodes in the test. */
export interface Seller extends TestNode {
  /** Its address for other nodes. */
  host: string;
  /** The balance of an address without a wallet contract, in nanograms, exactly as received. */
  balanceAt(address: Address): Promise<bigint>;
  /** The address of its chain. */
  endpoint: string;
  /** Settings of an app for the same chain and platform. */
  sameChain: string[];
}

/** With a seller beside the app. */
export const test = base.extend<{ seller: Seller }>({
  seller: async ({}, use) => {
    const node = await startPublicNode({ settings: { chain: { network: 'embedded' } } });
    const { endpoint, platform } = await node.node.shareChain();
    const settings = [
      'chain.network=embedded',
      `chain.endpoint=${endpoint}`,
      `chain.master_address=${platform}`,
    ];
    const client = new TonClient({ endpoint });
    await use({
      ...node,
      endpoint,
      balanceAt: (address) => client.getBalance(address),
      sameChain: settings.flatMap((each) => ['--set', each]),
    });
    await node.stop();
  },
});

/** Places an order and waits until the chain has it. */
export async function settled(node: AskLocal, request: OrderRequest): Promise<void> {
  const { query_id: id } = await ordered(node, request);
  await expect
    .poll(async () => (await ordersOf(node)).find(({ query_id }) => query_id === id)?.state)
    .toBe('confirmed');
}

/** Places an order, again while its file is encrypted, which takes longer than a request on a busy machine. */
async function ordered(node: AskLocal, request: OrderRequest): Promise<Order> {
  const response = await node.askLocal('/local/orders', { method: 'POST', ...json(request) });
  const body = (await response.json()) as { code?: string };
  if (body.code === 'encrypting') return ordered(node, request);
  expect(body.code, JSON.stringify(body)).toBeUndefined();
  return order.parse(body);
}

type Words = Pick<ContentEdit, 'authors' | 'hashtags' | 'description' | 'cover_id'> & { title: string };
type Terms = {
  price: string;
  resale_price: string;
  allow_resale: boolean;
  royalties: { address: string; value: number }[];
};

/** Stores a file on the seller's node and registers it; returns its address on the chain. */
export async function publish(seller: Seller, words: Words, terms: Partial<Terms> = {}): Promise<string> {
  const stored = await seller.askLocal('/local/content', {
    method: 'POST',
    body: Buffer.from(`the sound of ${words.title}`),
    headers: { 'X-File-Name': Buffer.from(`${words.title}.txt`).toString('base64') },
  });
  const { content } = localUpload.parse(await stored.json());
  await settled(seller, {
    kind: 'register',
    pay_with: 'practice_wallet',
    content_id: content.content_id,
    ...{ price: '5000000000', resale_price: '20000000000', allow_resale: true, downloadable: true },
    ...{ royalties: [], ...terms, ...words },
  });
  return (await itemsOf(seller)).find(({ title }) => title === words.title)?.content_address ?? '';
}
