import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { forkPracticeNode } from '../../src/cli/fork-practice-node.ts';
import type { ChainState } from '../../src/contract/dashboard-api/chain.ts';
import type { MarketPage } from '../../src/contract/dashboard-api/market.ts';
import type { Order, OrderPage } from '../../src/contract/dashboard-api/orders.ts';
import type { Library } from '../../src/contract/dashboard-api/purchases.ts';
import { embeddedChainFile } from '../../src/features/chain/embedded/open-embedded-chain.ts';
import { json, startTestNode, type TestNode, temporaryFolder } from '../support/node/start-test-node.ts';

const nodes: TestNode[] = [];
afterEach(async () => {
  for (const node of nodes.splice(0).reverse()) await node.stop();
});

const patience = { timeout: 60_000, interval: 200 };

/** A person with a node of their own. */
async function person(settings: Parameters<typeof startTestNode>[0] = {}) {
  const node = await startTestNode({ practiceLauncher: forkPracticeNode, ...settings });
  nodes.push(node);
  const get = async <T>(path: string): Promise<T> => (await (await node.askLocal(path)).json()) as T;
  const post = async <T>(path: string, body: object): Promise<T> => {
    const answer = await node.askLocal(path, { method: 'POST', ...json(body) });
    expect(answer.status, await answer.clone().text()).toBe(200);
    return (await answer.json()) as T;
  };
  const chain = () => get<ChainState>('/local/chain');
  const me = {
    node,
    post,
    chain,
    market: async () => (await get<MarketPage>('/local/market')).items,
    library: async () => (await get<Library>('/local/library')).licences,
    hasMarket: () => expect.poll(async () => (await chain()).platform.state, patience).toBe('deployed'),
    balance: async () => {
      const wallet = (await chain()).wallets.find(({ payer }) => payer === 'practice_wallet');
      return BigInt(wallet?.balance ?? -1);
    },
    /** Resolves when it is on the chain. */
    order: async (request: object): Promise<Order> => {
      const { query_id: id } = await me.post<Order>('/local/orders', {
        pay_with: 'practice_wallet',
        ...request,
      });
      const settled = async () => {
        const { items } = await get<OrderPage>('/local/orders');
        return items.find(({ query_id }) => query_id === id);
      };
      await expect.poll(async () => (await settled())?.state, patience).toBe('confirmed');
      return (await settled()) as Order;
    },
  };
  return me;
}

const TON = 1_000_000_000n;

/**
 * What a payment was before the wallet took its fee for receiving it, which is the same each time. What a wallet pays for
 * being stored is a nanoTON or so for the time of a test.
 */
const received = (gained: bigint): bigint => ((gained + 51_868n + 50n) / 100n) * 100n;

it('a song is registered, bought, sold on to a third, and everybody gets what the contract says', async () => {
  const author = await person();
  await author.post('/local/practice', {});
  await author.hasMarket();
  const { endpoint, platform } = await author.chain();
  const others = {
    settings: {
      chain: { network: 'embedded', endpoint: endpoint ?? '', master_address: platform.address },
    },
  } as const;
  const [buyer, third] = await Promise.all([person(others), person(others)]);
  await Promise.all([buyer.hasMarket(), third.hasMarket()]);
  for (const { post } of [author, buyer, third]) {
    await post('/local/chain/faucet', { payer: 'practice_wallet', amount: String(100n * TON) });
  }
  const co = (await third.chain()).wallets.find(({ payer }) => payer === 'service_wallet');

  const token = await author.node.token('storage:write');
  const upload = await author.node.ask('/api/v1/storage', {
    method: 'POST',
    body: 'A song.',
    headers: { Authorization: token, 'X-File-Name': Buffer.from('raw take 3.wav').toString('base64') },
  });
  const { content_id } = (await upload.json()) as { content_id: string };
  const registered = await author.order({
    ...{ kind: 'register', content_id, title: 'A song', price: String(TON), resale_price: String(5n * TON) },
    ...{ allow_resale: true, downloadable: true, royalties: [{ address: co?.address, value: 3333 }] },
  });
  const record = await author.node.ask(`/api/v1/content.view?content_id=${registered.content_id}`);
  expect(await record.json()).toMatchObject({ title: 'A song', published: true, downloadable: true });

  await expect.poll(async () => (await buyer.market()).length, patience).toBe(1);
  const [item] = await buyer.market();
  expect(item).toMatchObject({ title: 'A song', mine: false, licences: [], price: String(TON) });
  const content_address = item?.content_address;

  const authorHad = await author.balance();
  await buyer.order({ kind: 'purchase', content_address, licence: 'resale' });
  // 33.33 % goes to the co-author, rounded down; the rest is the author's.
  await expect
    .poll(async () => received((await author.balance()) - authorHad), patience)
    .toBe(3_333_500_000n);
  const [licence] = await buyer.library();
  expect(licence).toMatchObject({ kind: 'resale', price: String(5n * TON), offer: null });
  expect(await buyer.market()).toMatchObject([{ licences: ['resale'] }]);

  const licence_address = licence?.licence_address;
  await buyer.order({ kind: 'offer', licence_address, price: String(9n * TON) });
  await expect.poll(async () => (await third.market())[0]?.offers.length, patience).toBe(1);
  const [authorBefore, buyerBefore] = [await author.balance(), await buyer.balance()];
  await third.order({ kind: 'buy_offer', licence_address, price: String(9n * TON) });
  // A tenth goes to the content, which splits it alike.
  await expect
    .poll(async () => received((await buyer.balance()) - buyerBefore), patience)
    .toBe(8_100_000_000n);
  await expect
    .poll(async () => received((await author.balance()) - authorBefore), patience)
    .toBe(600_030_000n);
  expect(await third.library()).toMatchObject([{ kind: 'resale', content: { title: 'A song' } }]);
  await expect.poll(() => buyer.library(), patience).toEqual([]);
}, 240_000);

it('a practice network whose chain is damaged is a network all the same', async () => {
  const dataDir = temporaryFolder();
  mkdirSync(dirname(embeddedChainFile(dataDir)), { mode: 0o700 });
  writeFileSync(embeddedChainFile(dataDir), 'This is no journal.'.repeat(100));
  const practice = await forkPracticeNode({ dataDir });
  let ended = false;
  practice.onExit(() => {
    ended = true;
  });
  const services = async () => {
    const status = (await (await fetch(`${practice.url}/api/v1/node`)).json()) as { services: object };
    return status.services;
  };
  await expect.poll(services, patience).toMatchObject({ chain: { status: 'unavailable' } });
  expect(await services()).toMatchObject({ api: { status: 'ok' } });
  expect(ended).toBe(false);
  await practice.stop();
  rmSync(dataDir, { recursive: true });
});
