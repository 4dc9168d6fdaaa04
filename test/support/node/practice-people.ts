import { expect } from 'vitest';
import { forkPracticeNode } from '../../../src/cli/fork-practice-node.ts';
import type { SignInState, WalletConnection } from '../../../src/contract/dashboard-api/auth.ts';
import type { ChainState } from '../../../src/contract/dashboard-api/chain.ts';
import type { AccessLink } from '../../../src/contract/dashboard-api/licensing.ts';
import type { MarketPage } from '../../../src/contract/dashboard-api/market.ts';
import type { Order, OrderPage } from '../../../src/contract/dashboard-api/orders.ts';
import type { Purchases } from '../../../src/contract/dashboard-api/purchases.ts';
import type { ChainWallet, WalletMessage } from '../wallets/chain-wallet.ts';
import { SimulatedWallet } from '../wallets/simulated-wallet.ts';
import type { TestWallet } from '../wallets/test-wallet.ts';
import type { TestBridge } from '../wallets/ton-connect-bridge.ts';
import { postToEnd } from './post-to-end.ts';
import { startTestNode, type TestNode } from './start-test-node.ts';

export const patience = { timeout: 120_000, interval: 200 };

type NodeOptions = NonNullable<Parameters<typeof startTestNode>[0]>;

/** A wallet app, whose key proves the wallet and signs requests. */
interface WalletApp {
  proving: TestWallet;
  onChain: ChainWallet;
}

/** Starts a practice network without the people who sell and buy there. */
const withoutPeople: typeof forkPracticeNode = (options) => forkPracticeNode({ ...options, people: false });

/** Creates people with a node of their own each. */
export class PracticePeople {
  readonly #nodes: TestNode[] = [];

  /** Adds a person who uses the practice wallet of their node. */
  async add(settings: NodeOptions = {}) {
    const node = await startTestNode({ practiceLauncher: withoutPeople, ...settings });
    this.#nodes.push(node);
    const get = async <T>(path: string): Promise<T> => (await (await node.askLocal(path)).json()) as T;
    const post = async <T>(path: string, body: object, status = 200): Promise<T> => {
      const response = await postToEnd(node, path, body);
      expect(response.status, await response.clone().text()).toBe(status);
      return (await response.json()) as T;
    };
    const chain = () => get<ChainState>('/local/chain');
    const balanceOf = async (payer: string) =>
      BigInt((await chain()).wallets.find((wallet) => wallet.payer === payer)?.balance ?? -1);
    /** Resolves when the order is on the chain. */
    const confirmed = async ({ query_id: id }: Order): Promise<Order> => {
      const settled = async () => {
        const { items } = await get<OrderPage>('/local/orders');
        return items.find(({ query_id }) => query_id === id);
      };
      await expect.poll(async () => (await settled())?.state, patience).toBe('confirmed');
      return (await settled()) as Order;
    };
    return {
      node,
      get,
      post,
      chain,
      balanceOf,
      confirmed,
      market: async () => (await get<MarketPage>('/local/market')).items,
      library: async () => (await get<Purchases>('/local/purchases')).licences,
      /** Resolves with a link to the plain file when the purchase is stored with its key and receipt. */
      delivered: async (): Promise<string> => {
        const first = async () => (await get<Purchases>('/local/purchases')).licences[0];
        const state = async () => [(await first())?.delivery?.state, (await first())?.receipt];
        await expect.poll(state, patience).toEqual(['here', true]);
        const { url } = await get<AccessLink>(
          `/local/content/${(await first())?.content.content_id}/access-link`,
        );
        return url;
      },
      hasMarket: () => expect.poll(async () => (await chain()).platform.state, patience).toBe('deployed'),
      balance: () => balanceOf('practice_wallet'),
      order: async (request: object): Promise<Order> =>
        confirmed(await post<Order>('/local/orders', { pay_with: 'practice_wallet', ...request })),
    };
  }

  /** Adds a person with a wallet app outside of their node, connected over a bridge; the keys never leave the app. */
  async addWithWallet(app: WalletApp, bridge: TestBridge, settings: NodeOptions) {
    const me = await this.add(settings);
    // Waits for the chain, because only the chain knows the key of some wallets.
    await me.hasMarket();
    const wallet = new SimulatedWallet('test-wallet', app.proving);
    const { connection_link } = await me.post<WalletConnection>('/local/sign-in/connection', {}, 201);
    wallet.scan(connection_link, bridge.url);
    await wallet.approve();
    const state = async () => (await me.get<SignInState>('/local/sign-in')).connection?.state;
    await expect.poll(state, patience).toBe('connected');
    return {
      ...me,
      balance: () => me.balanceOf('wallet'),
      order: async (request: object): Promise<Order> => {
        const order = await me.post<Order>('/local/orders', { pay_with: 'wallet', ...request });
        const asked = await wallet.nextRequest();
        const { messages } = JSON.parse(asked.params[0] ?? '') as { messages: [WalletMessage] };
        await wallet.confirm(asked, await app.onChain.send(messages[0]));
        return me.confirmed(order);
      },
    };
  }

  async stop(): Promise<void> {
    for (const node of this.#nodes.splice(0).reverse()) await node.stop();
  }
}
