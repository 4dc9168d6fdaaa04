import { cpSync, rmSync } from 'node:fs';
import { Address } from '@ton/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ActivityPage } from '../../src/contract/dashboard-api/administration/activity.ts';
import type { ChainState } from '../../src/contract/dashboard-api/chain.ts';
import type { MarketPage } from '../../src/contract/dashboard-api/market.ts';
import type { Order } from '../../src/contract/dashboard-api/orders.ts';
import type { OwnedLicence, Purchases } from '../../src/contract/dashboard-api/purchases.ts';
import type { StorageState } from '../../src/contract/dashboard-api/storage.ts';
import type { SettingsInput } from '../../src/contract/settings.ts';
import { parseTonAddress } from '../../src/core/ton/ton-address.ts';
import { askFaucet } from '../../src/features/chain/client/ask-faucet.ts';
import { type ChainClient, createChainClient } from '../../src/features/chain/client/chain-client.ts';
import { purchaseAmount } from '../../src/features/chain/contracts/amounts.ts';
import { purchaseLicence } from '../../src/features/chain/contracts/messages.ts';
import { testWallet } from '../chain/embedded/test-wallet.ts';
import { patience, type Seller, seller, ton } from '../licensing/support/seller.ts';
import { type RecordingProxy, recordingProxy } from '../support/http/recording-proxy.ts';
import { json, startTestNode, type TestNode, temporaryFolder } from '../support/node/start-test-node.ts';
import { randomBytes } from '../support/random-bytes.ts';

let proxy: RecordingProxy;
let stranger: Seller;
let chain: ChainClient;
let settings: SettingsInput;
let victim: TestNode;
let dataDir: string;
const folders: string[] = [];
beforeEach(async () => {
  proxy = await recordingProxy();
  stranger = await seller({ settings: { node: { type: 'public', public_host: proxy.host, port: 0 } } });
  proxy.to(stranger.alcove.node.nodeUrl);
  await stranger.hasMarket();
  const faucet = { payer: 'practice_wallet', amount: `${900n * ton}` };
  await stranger.ask('/local/chain/faucet', { method: 'POST', ...json(faucet) });
  const { endpoint, platform } = await stranger.alcove.node.shareChain();
  chain = await createChainClient({ network: 'embedded', endpoints: [endpoint] });
  settings = { chain: { network: 'embedded', endpoint, master_address: platform } };
  dataDir = temporaryFolder();
  folders.push(dataDir);
  victim = await startTestNode({ settings, dataDir });
  await isReady();
  await post('/local/peers', { url: proxy.host });
  await post('/local/chain/faucet', { payer: 'practice_wallet', amount: `${90n * ton}` });
});
afterEach(async () => {
  chain.close();
  await victim.stop();
  await stranger.stop();
  await proxy.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const get = async <T>(path: string): Promise<T> => (await (await victim.askLocal(path)).json()) as T;
const isReady = () =>
  expect.poll(async () => (await get<ChainState>('/local/chain')).platform.state, patience).toBe('deployed');
async function post<T>(path: string, body: object = {}): Promise<T> {
  const response = await victim.askLocal(path, { method: 'POST', ...json(body) });
  expect(response.ok, await response.clone().text()).toBe(true);
  return (await response.json()) as T;
}
const library = (shown: string) => get<Purchases>(`/local/purchases?shown=${shown}`);
const counts = async () => (await library('kept')).counts;

interface OnSale {
  address: string;
  encrypted: string;
}

/** A new content that the stranger sells. */
async function sell(title: string, size = 100_000): Promise<OnSale> {
  const { content_id } = await stranger.upload(randomBytes(size), `${title}.bin`);
  const { content_id: encrypted } = await stranger.sell(content_id, { title });
  const onMarket = async () =>
    (await get<MarketPage>('/local/market')).items.find((item) => item.content_id === encrypted);
  await expect.poll(onMarket, patience).toBeDefined();
  return { encrypted, address: (await onMarket())?.content_address ?? '' };
}

/** The stranger pays for licences of the victim's wallet. */
async function give(contents: readonly OnSale[]): Promise<void> {
  const { wallets } = await get<ChainState>('/local/chain');
  const recipient = parseTonAddress(wallets[0]?.address ?? '') ?? null;
  const wallet = testWallet(chain.ton, 'a stranger');
  await askFaucet(chain.endpoint() ?? '', wallet.address.toRawString(), 500n * ton);
  const validUntil = Math.floor(Date.now() / 1000) + 600;
  for (const { address } of contents) {
    const { given } = await counts();
    const body = purchaseLicence({
      queryId: 1n,
      validUntil,
      maxPrice: ton,
      kind: 'listen',
      recipient,
      deliverTo: null,
    });
    await wallet.send(Address.parse(address), purchaseAmount(ton), body);
    await expect.poll(async () => (await counts()).given, patience).toBe(given + 1);
  }
}

const buy = ({ address: content_address }: OnSale) =>
  post<Order>('/local/orders', {
    ...{ kind: 'purchase', pay_with: 'practice_wallet', licence: 'listen', content_address },
  });
const deliveryOf = async (shown: string, { encrypted }: OnSale) =>
  (await library(shown)).licences.find(({ content }) => content.content_id === encrypted);
const stateOf = async (sold: OnSale) => (await deliveryOf('kept', sold))?.delivery?.state;
const licenceOf = async (sold: OnSale, shown = 'given'): Promise<OwnedLicence> =>
  (await deliveryOf(shown, sold)) as OwnedLicence;
const deliver = async (sold: OnSale, shown = 'given') =>
  post(`/local/purchases/${(await licenceOf(sold, shown)).licence_address}/deliver`);
/** Of a wallet, or of these contents. */
const askedFor = (contents: readonly OnSale[]) =>
  proxy.asked.filter(
    (asked) => /auth|key/.test(asked) || contents.some(({ encrypted }) => asked.includes(encrypted)),
  );
const used = async () => (await get<StorageState>('/local/storage')).used;
const pinned = async () => (await used()).pinned.contents;
const copies = async () => (await used()).copies.contents;

it('sends, writes and stores nothing for licences given by others', async () => {
  const gifts = [await sell('One'), await sell('Two'), await sell('Three')];
  const paid = await sell('Paid');
  await give(gifts);
  expect(await library('given')).toMatchObject({
    licences: gifts.map(() => ({ decision: null, delivery: { state: 'undecided' }, receipt: false })),
    total: 3,
  });
  expect(await library('kept')).toMatchObject({ licences: [], total: 0 });
  expect(askedFor(gifts)).toEqual([]);

  // Only the ordered one is delivered.
  await buy(paid);
  await expect.poll(() => stateOf(paid), patience).toBe('here');
  expect(askedFor(gifts).filter((path) => gifts.some(({ encrypted }) => path.includes(encrypted)))).toEqual(
    [],
  );
  expect(proxy.asked.filter((path) => path.includes('content.key'))).toHaveLength(1);
  expect(await pinned()).toBe(1);

  // Neither a restart nor a file stored for another reason changes that.
  const [one] = gifts as [OnSale, OnSale, OnSale];
  await victim.stop();
  victim = await startTestNode({ settings, dataDir });
  await expect.poll(async () => (await counts()).given, patience).toBe(3);
  await isReady();
  await post('/local/copies', { content_id: one.encrypted });
  await expect.poll(copies, patience).toBe(1);
  const asked = proxy.asked.filter((path) => /auth|key/.test(path)).length;
  await give([paid]);
  expect(proxy.asked.filter((path) => /auth|key/.test(path))).toHaveLength(asked);
  expect(await pinned()).toBe(1);

  // One line for any number of licences.
  const { entries } = await get<ActivityPage>('/local/activity?q=licence');
  expect(entries.filter(({ detail }) => detail.reason === 'activity.licenceReceived')).toMatchObject([
    { count: 1 },
  ]);
});

it('delivers purchases and requests without waiting for accepted gifts', async () => {
  // Two that would take many minutes.
  const gifts = [await sell('One', 1_000_000), await sell('Two', 1_000_000), await sell('Three')];
  const [one, two, three] = gifts as [OnSale, OnSale, OnSale];
  const paid = await sell('Paid');
  await give(gifts);
  for (const gift of [one, two]) {
    proxy.slow.add(gift.encrypted);
    await deliver(gift);
    await expect
      .poll(async () => (await licenceOf(gift, 'kept')).delivery?.received, patience)
      .toBeGreaterThan(0);
  }
  await deliver(three);
  await expect.poll(() => stateOf(three), patience).toBe('here');
  await buy(paid);
  await expect.poll(() => stateOf(paid), patience).toBe('here');
  expect([await stateOf(one), await stateOf(two)]).toEqual(['fetching', 'fetching']);
  expect(await pinned()).toBe(2);

  // A gift declined later is not kept, and can be found again.
  for (const gift of [one, three]) {
    await post(`/local/purchases/${(await licenceOf(gift, 'kept')).licence_address}/decline`);
  }
  expect(await pinned()).toBe(1);
  expect(await counts()).toEqual({ kept: 2, given: 0, declined: 2, found: 0 });
  await deliver(three, 'declined');
  await expect.poll(pinned, patience).toBe(2);
  const refused = await victim.askLocal(
    `/local/purchases/${(await licenceOf(paid, 'kept')).licence_address}/decline`,
    { method: 'POST' },
  );
  expect(refused.status).toBe(400);
});

it('asks the owner once about all licences of its wallets on a computer without orders', async () => {
  const before = [await sell('One'), await sell('Two')];
  await give(before);
  await victim.stop();
  const found = temporaryFolder();
  cpSync(`${dataDir}/secrets`, `${found}/secrets`, { recursive: true });
  dataDir = found;
  folders.push(found);
  victim = await startTestNode({ settings, dataDir });
  await expect.poll(async () => (await counts()).found, patience).toBe(2);
  await post('/local/peers', { url: proxy.host });
  const later = await sell('Three');
  await give([later]);
  expect(await counts()).toEqual({ kept: 0, given: 3, declined: 0, found: 2 });
  expect(askedFor(before)).toEqual([]);

  await post('/local/purchases/found', { answer: 'deliver_all' });
  for (const sold of before) await expect.poll(() => stateOf(sold), patience).toBe('here');
  expect(await counts()).toEqual({ kept: 2, given: 1, declined: 0, found: 0 });
  await victim.stop();
  victim = await startTestNode({ settings, dataDir });
  await expect.poll(counts, patience).toEqual({ kept: 2, given: 1, declined: 0, found: 0 });
});
