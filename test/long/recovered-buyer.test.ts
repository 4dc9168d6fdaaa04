import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { MarketPage, SalePage } from '../../src/contract/dashboard-api/market.ts';
import type { OwnedLicence, Purchases } from '../../src/contract/dashboard-api/purchases.ts';
import { bytesOf, fetchFrom, patience, type Seller, seller, ton } from '../licensing/support/seller.ts';
import { freePort } from '../support/node/free-port.ts';
import { runAlcove } from '../support/node/run-alcove.ts';
import { json, startTestNode, type TestNode, temporaryFolder } from '../support/node/start-test-node.ts';
import { randomBytes } from '../support/random-bytes.ts';

let shop: Seller | undefined;
let buyer: TestNode | undefined;
const folder = temporaryFolder();
afterEach(async () => {
  await buyer?.stop();
  await shop?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('restores library, key and receipt from the recovery file on another computer', async () => {
  const port = await freePort();
  const host = `http://127.0.0.1:${port}`;
  shop = await seller({ settings: { node: { type: 'public', public_host: host, port } } });
  await shop.hasMarket();
  await shop.ask('/local/chain/faucet', {
    method: 'POST',
    ...json({ payer: 'practice_wallet', amount: `${9n * ton}` }),
  });
  const song = randomBytes(100_000);
  const { content_id } = await shop.upload(song, 'song.bin');
  const encrypted = await shop.sell(content_id);

  const { endpoint, platform } = await shop.alcove.node.shareChain();
  const settings = { chain: { network: 'embedded', endpoint, master_address: platform } } as const;
  const lost = join(folder, 'lost');
  const start = async (dataDir: string) => {
    buyer = await startTestNode({ dataDir, settings });
    const { askLocal } = buyer;
    const get = async <T>(path: string): Promise<T> => (await (await askLocal(path)).json()) as T;
    const post = async (path: string, body: object) => {
      const response = await askLocal(path, { method: 'POST', ...json(body) });
      expect(response.ok, await response.clone().text()).toBe(true);
    };
    return { node: buyer, get, post };
  };
  const first = await start(lost);
  await first.post('/local/peers', { url: host });
  await expect
    .poll(async () => (await first.get<MarketPage>('/local/market')).items.length, patience)
    .toBe(1);
  await first.post('/local/chain/faucet', { payer: 'practice_wallet', amount: `${9n * ton}` });
  const [item] = (await first.get<MarketPage>('/local/market')).items;
  await first.post('/local/orders', {
    ...{ kind: 'purchase', pay_with: 'practice_wallet', licence: 'listen' },
    content_address: item?.content_address,
  });
  const licenceAt = async ({ get }: typeof first) => (await get<Purchases>('/local/purchases')).licences[0];
  const delivered = async (at: typeof first): Promise<OwnedLicence> => {
    const state = async () => {
      const licence = await licenceAt(at);
      return [licence?.delivery?.state, licence?.receipt];
    };
    await expect.poll(state, patience).toEqual(['here', true]);
    return (await licenceAt(at)) as OwnedLicence;
  };
  const licence = await delivered(first);
  expect((await shop.ask<SalePage>('/local/sales')).items).toMatchObject([
    { kind: 'sale', buyer: licence.owner, delivery: { state: 'delivered', hosts: [], sign_in_host: null } },
  ]);
  const receiptAt = async (at: typeof first) =>
    bytesOf(await at.node.askLocal(`/local/purchases/${licence.licence_address}/receipt`));
  const receipt = await receiptAt(first);

  const passphrase = join(folder, 'passphrase');
  writeFileSync(passphrase, 'nine ravens over the bridge');
  const recovery = (word: string, dataDir: string) =>
    runAlcove(
      ...['recovery', word, join(folder, 'node.recovery'), '--data-dir', dataDir],
      ...['--passphrase-file', passphrase, '--json'],
    );
  expect(await recovery('create', lost)).toMatchObject({ code: 0, stderr: '' });
  const { publicKey } = first.node.node;
  await first.node.stop();
  rmSync(lost, { recursive: true });

  const found = join(folder, 'found');
  const restored = await recovery('restore', found);
  expect(JSON.parse(restored.stdout)).toMatchObject({
    public_key: publicKey,
    restored: { content_keys: 1, receipts: 1, peers: 1 },
  });
  const second = await start(found);
  expect(second.node.node.publicKey).toBe(publicKey);
  // It has no orders, so the owner is asked once; until then nothing is fetched.
  const waiting = async () => (await second.get<Purchases>('/local/purchases?shown=given')).counts.found;
  await expect.poll(waiting, patience).toBe(1);
  await second.post('/local/purchases/found', { answer: 'deliver_all' });
  expect(await delivered(second)).toMatchObject({ licence_address: licence.licence_address });
  // It is the old one: a new request would name another delivery.
  expect(await receiptAt(second)).toEqual(receipt);
  const { url } = await second.get<{ url: string }>(`/local/content/${encrypted.content_id}/access-link`);
  expect(await bytesOf(await fetchFrom(second.node, url))).toEqual(song);
});
