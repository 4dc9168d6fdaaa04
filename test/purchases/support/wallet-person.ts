import { expect } from 'vitest';
import type { ChainState } from '../../../src/contract/dashboard-api/chain.ts';
import type { MarketPage } from '../../../src/contract/dashboard-api/market.ts';
import type { Order, OrderPage } from '../../../src/contract/dashboard-api/orders.ts';
import type { OwnedLicence, Purchases } from '../../../src/contract/dashboard-api/purchases.ts';
import type { SettingsInput } from '../../../src/contract/settings.ts';
import { postToEnd } from '../../support/node/post-to-end.ts';
import { startTestNode, temporaryFolder } from '../../support/node/start-test-node.ts';
import { chainWallet, type WalletMessage } from '../../support/wallets/chain-wallet.ts';
import { SimulatedWallet } from '../../support/wallets/simulated-wallet.ts';
import { testWallet } from '../../support/wallets/test-wallet.ts';
import type { TestBridge } from '../../support/wallets/ton-connect-bridge.ts';

export const patience = { timeout: 120_000, interval: 100 };

export interface WalletPersonOptions {
  bridge: TestBridge;
  /** Seed of the wallet app's key. */
  seed: number;
  settings: SettingsInput;
  dataDir?: string;
}

/** Creates a user with a node and a wallet app, which has all their money. */
export async function walletPerson({
  bridge,
  seed,
  settings,
  dataDir = temporaryFolder(),
}: WalletPersonOptions) {
  const wallets_file = bridge.writeWalletsFile(temporaryFolder());
  const node = await startTestNode({ dataDir, settings: { ...settings, sign_in: { wallets_file } } });
  const app = new SimulatedWallet('test-wallet', testWallet(seed, 'v5R1'));
  const get = async <T>(path: string): Promise<T> => (await (await node.askLocal(path)).json()) as T;
  const post = async <T>(path: string, body: object): Promise<T> => {
    const response = await postToEnd(node, path, body);
    expect(response.ok, await response.clone().text()).toBe(true);
    return (await response.json()) as T;
  };
  const first = async () => (await get<Purchases>('/local/purchases')).licences[0];
  const person = {
    node,
    dataDir,
    get,
    post,
    address: app.wallet.address,
    chain: () => get<ChainState>('/local/chain'),
    market: async () => (await get<MarketPage>('/local/market')).items,
    library: () => get<Purchases>('/local/purchases'),
    open: (id: string) => node.askLocal(`/local/content/${id}/access-link`),
    connect: async () => {
      const { connection_link } = await post<{ connection_link: string }>('/local/sign-in/connection', {});
      app.scan(connection_link, bridge.url);
      await app.approve();
      const payers = async () => (await person.chain()).wallets.map(({ payer }) => payer);
      await expect.poll(payers, patience).toContain('wallet');
    },
    /** Pays an order in the wallet app; resolves when it is on the chain. */
    pay: async (endpoint: string, request: object): Promise<Order> => {
      const { query_id } = await post<Order>('/local/orders', { pay_with: 'wallet', ...request });
      const asked = await app.nextRequest();
      expect(asked.method).toBe('sendTransaction');
      const [message] = (JSON.parse(asked.params[0] ?? '') as { messages: [WalletMessage] }).messages;
      await app.confirm(asked, await chainWallet(endpoint, seed).send(message));
      const order = async () =>
        (await get<OrderPage>('/local/orders')).items.find((one) => one.query_id === query_id);
      await expect.poll(async () => (await order())?.state, patience).toBe('confirmed');
      return (await order()) as Order;
    },
    /** Resolves when the purchase is stored here with its receipt. */
    delivered: async (): Promise<OwnedLicence> => {
      const state = async () => {
        const licence = await first();
        return [licence?.delivery?.state, licence?.receipt];
      };
      await expect.poll(state, patience).toEqual(['here', true]);
      return (await first()) as OwnedLicence;
    },
    /** Returns the number of requests from the node to the wallet app. */
    requests: () => bridge.requests.filter((path) => path.includes(`to=${app.session.sessionId}`)).length,
    stop: () => node.stop(),
  };
  return person;
}

export type WalletPerson = Awaited<ReturnType<typeof walletPerson>>;
