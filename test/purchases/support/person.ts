import { rmSync } from 'node:fs';
import { expect } from 'vitest';
import type { ChainState } from '../../../src/contract/dashboard-api/chain.ts';
import type { MarketPage } from '../../../src/contract/dashboard-api/market.ts';
import type { Order, OrderPage } from '../../../src/contract/dashboard-api/orders.ts';
import type { OwnedLicence, Purchases } from '../../../src/contract/dashboard-api/purchases.ts';
import type { SettingsInput } from '../../../src/contract/settings.ts';
import { postToEnd } from '../../support/node/post-to-end.ts';
import { startPublicNode } from '../../support/node/public-node.ts';
import { json, startTestNode, type TestNode, temporaryFolder } from '../../support/node/start-test-node.ts';
import { testWallet } from '../../support/wallets/test-wallet.ts';

export const patience = { timeout: 120_000, interval: 100 };
export const TON = 1_000_000_000n;
export type OpenAnswer = { url: string; content_type: string; size: number };

/** Nodes that run; `stopAll` ends them. */
export const nodes = new Set<TestNode>();
const folders: string[] = [];

export async function stopAll(): Promise<void> {
  for (const node of [...nodes].reverse()) await node.stop();
  nodes.clear();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** A person with a node of their own. */
export async function person(settings: SettingsInput, dataDir = temporaryFolder()) {
  folders.push(dataDir);
  const node = await startTestNode({ settings, dataDir });
  nodes.add(node);
  const get = async <T>(path: string): Promise<T> => (await (await node.askLocal(path)).json()) as T;
  const post = async <T>(path: string, body: object): Promise<T> => {
    const response = await postToEnd(node, path, body);
    expect(response.ok, await response.clone().text()).toBe(true);
    return (await response.json()) as T;
  };
  const me = {
    node,
    dataDir,
    get,
    post,
    chain: () => get<ChainState>('/local/chain'),
    market: async () => (await get<MarketPage>('/local/market')).items,
    library: async () => (await get<Purchases>('/local/purchases')).licences,
    end: async () => {
      nodes.delete(node);
      await node.stop();
    },
    fund: async () => {
      await expect.poll(async () => (await me.chain()).platform.state, patience).toBe('deployed');
      await post('/local/chain/faucet', { payer: 'practice_wallet', amount: String(100n * TON) });
    },
    /** Resolves when it is on the chain. */
    order: async (request: object): Promise<Order> => {
      const { query_id } = await post<Order>('/local/orders', { pay_with: 'practice_wallet', ...request });
      const settled = async () =>
        (await get<OrderPage>('/local/orders')).items.find((order) => order.query_id === query_id);
      await expect.poll(async () => (await settled())?.state, patience).toBe('confirmed');
      return (await settled()) as Order;
    },
    /** Resolves when the purchase is stored here with its receipt. */
    delivered: async (): Promise<OwnedLicence> => {
      const first = async () => (await me.library())[0];
      await expect
        .poll(async () => {
          const licence = await first();
          return [licence?.delivery?.state, licence?.receipt];
        }, patience)
        .toEqual(['here', true]);
      return (await first()) as OwnedLicence;
    },
    open: (id: string) => node.askLocal(`/local/content/${id}/access-link`),
  };
  return me;
}

/** Signs in a user there whose wallet has bought nothing; returns the token. */
export async function strangerAt(node: TestNode & { host: string }): Promise<string> {
  const challenge = await node.ask('/api/v1/auth.twa', { method: 'POST', ...json({}) });
  const { auth_v1_token } = (await challenge.json()) as { auth_v1_token: string };
  const ton_proof = await testWallet(1).prove(new URL(node.host).host, auth_v1_token);
  const response = await node.ask('/api/v1/auth.twa', { method: 'POST', ...json({ ton_proof }) });
  return ((await response.json()) as { auth_v1_token: string }).auth_v1_token;
}

/** Starts an author with a chain, a public node, and two persons with money who know it and that chain. */
export async function market() {
  const author = await person({ chain: { network: 'embedded' } });
  const { endpoint, platform } = await author.node.node.shareChain();
  const chain = { network: 'embedded', endpoint, master_address: platform } as const;
  const studio = await startPublicNode({ settings: { chain } });
  nodes.add(studio);
  const settings = { chain, network: { bootstrap: [studio.host] } };
  const [buyer, third] = await Promise.all([person(settings), person(settings)]);
  await Promise.all([author.fund(), buyer.fund(), third.fund()]);
  return { author, studio, buyer, third, settings };
}
