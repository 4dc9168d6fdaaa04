import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { ChainState } from '../../src/contract/dashboard-api/chain.ts';
import type { MarketPage, SalePage } from '../../src/contract/dashboard-api/market.ts';
import type { Order, OrderPage } from '../../src/contract/dashboard-api/orders.ts';
import type { Library, OwnedLicence } from '../../src/contract/dashboard-api/purchases.ts';
import type { Share } from '../../src/contract/dashboard-api/sharing.ts';
import type { SettingsInput } from '../../src/contract/settings.ts';
import { verifyReceipt } from '../../src/features/licensing/receipt.ts';
import { longFile } from '../sharing/sharer.ts';
import { freePort } from '../support/node/free-port.ts';
import { startPublicNode } from '../support/node/public-node.ts';
import { runAlcove } from '../support/node/run-alcove.ts';
import { json, startTestNode, type TestNode, temporaryFolder } from '../support/node/start-test-node.ts';
import { testWallet } from '../support/wallets/wallet-proof.ts';

const nodes = new Set<TestNode>();
const folders: string[] = [];
afterEach(async () => {
  for (const node of [...nodes].reverse()) await node.stop();
  nodes.clear();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const patience = { timeout: 60_000, interval: 100 };
const TON = 1_000_000_000n;
type OpenAnswer = { url: string; content_type: string; size: number };

/** A person with a node of their own. */
async function person(settings: SettingsInput, dataDir = temporaryFolder()) {
  folders.push(dataDir);
  const node = await startTestNode({ settings, dataDir });
  nodes.add(node);
  const get = async <T>(path: string): Promise<T> => (await (await node.askLocal(path)).json()) as T;
  const post = async <T>(path: string, body: object): Promise<T> => {
    const answer = await node.askLocal(path, { method: 'POST', ...json(body) });
    expect(answer.ok, await answer.clone().text()).toBe(true);
    return (await answer.json()) as T;
  };
  const me = {
    node,
    dataDir,
    get,
    post,
    chain: () => get<ChainState>('/local/chain'),
    market: async () => (await get<MarketPage>('/local/market')).items,
    library: async () => (await get<Library>('/local/library')).licences,
    end: async () => {
      nodes.delete(node);
      await node.stop();
    },
    canPay: async () => {
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
    open: (id: string) => node.askLocal(`/local/content/${id}/open`),
  };
  return me;
}

/** Any user who signs in there with a wallet that has bought nothing. */
async function strangerAt(node: TestNode & { host: string }): Promise<string> {
  const challenge = await node.ask('/api/v1/auth.twa', { method: 'POST', ...json({}) });
  const { auth_v1_token } = (await challenge.json()) as { auth_v1_token: string };
  const ton_proof = await testWallet(1).prove(new URL(node.host).host, auth_v1_token);
  const answer = await node.ask('/api/v1/auth.twa', { method: 'POST', ...json({ ton_proof }) });
  return ((await answer.json()) as { auth_v1_token: string }).auth_v1_token;
}

it('plays a purchase from a private node through a public one on the buyer’s node, without the other nodes', async () => {
  const port = await freePort();
  const bootstrap = [`http://127.0.0.1:${port}`];
  const author = await person({ chain: { network: 'embedded' } });
  const { endpoint, platform } = await author.node.node.shareChain();
  const chain = { network: 'embedded', endpoint, master_address: platform } as const;
  const studio = await startPublicNode({ port, settings: { chain } });
  nodes.add(studio);
  const [buyer, third] = await Promise.all([
    person({ chain, network: { bootstrap } }),
    person({ chain, network: { bootstrap } }),
  ]);
  await Promise.all([author.canPay(), buyer.canPay(), third.canPay()]);

  // The author chooses a host and sells: only the encrypted file and its key leave the node, by themselves.
  const { host } = studio;
  await author.post('/local/peers', { url: host });
  await author.post('/local/share-hosts', { host });
  const song = Buffer.from(longFile(200_000));
  const upload = await author.node.ask('/api/v1/storage', {
    method: 'POST',
    body: new Uint8Array(song),
    headers: { Authorization: await author.node.token('storage:write'), 'Content-Type': 'audio/mpeg' },
  });
  const { content_id: plain } = (await upload.json()) as { content_id: string };
  const registered = await author.order({
    ...{ kind: 'register', content_id: plain, title: 'A song', price: String(TON) },
    ...{ resale_price: String(5n * TON), allow_resale: true, downloadable: true, royalties: [], host },
  });
  const { content_address } = registered;
  const encrypted = (await author.market())[0]?.content_id ?? '';
  expect(encrypted).not.toBe(plain);
  const share = async () => (await author.get<{ shares: Share[] }>('/local/shares')).shares[0];
  await expect.poll(async () => (await share())?.key, patience).toBe('deposited');

  // Users without a licence get only the encrypted file there.
  const file = await studio.ask(`/api/v1/storage/${encrypted}`);
  const ciphertext = Buffer.from(await file.arrayBuffer());
  expect(ciphertext.subarray(0, 22).toString()).toBe('age-encryption.org/v1\n');
  expect(ciphertext.includes(song.subarray(1000, 1032))).toBe(false);
  expect((await studio.ask(`/api/v1/storage/${plain}`)).status).toBe(404);
  const Authorization = await strangerAt(studio);
  const asked = `content_address=${content_address}&recipient=age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p`;
  const refused = await studio.ask(`/api/v1/content.key?${asked}`, { headers: { Authorization } });
  expect(refused.status).toBe(402);
  expect(await refused.json()).toMatchObject({
    code: 'licence_required',
    price: String(TON),
    content_address,
  });
  const seen = await studio.ask(`/api/v1/content.view?content_id=${encrypted}`, {
    headers: { Authorization },
  });
  expect(await seen.json()).toMatchObject({
    content_type: 'audio/mpeg',
    display_options: { content_url: null },
  });

  // The buyer's node has file, key and receipt a moment after the purchase.
  await expect.poll(async () => (await buyer.market()).length, patience).toBe(1);
  await buyer.order({ kind: 'purchase', content_address, licence: 'resale' });
  const licence = await buyer.delivered();
  const { licence_address } = licence;
  expect(licence.delivery).toEqual({
    ...{ state: 'here', message: null, received: ciphertext.length, size: ciphertext.length },
    sign_in_hosts: [],
  });
  const receipt = Buffer.from(
    await (await buyer.node.askLocal(`/local/library/${licence_address}/receipt`)).arrayBuffer(),
  );
  expect(verifyReceipt(receipt, studio.node.publicKey)).toMatchObject({
    ok: true,
    receipt: { network: 'embedded', content_id: encrypted, licence: 'resale', licence_address },
  });
  expect(await buyer.get(`/local/content/${encrypted}`)).toMatchObject({ title: 'A song' });
  const opened = await buyer.open(encrypted);
  expect(Buffer.from(await (await fetch(((await opened.json()) as OpenAnswer).url)).arrayBuffer())).toEqual(
    song,
  );

  // After a resale the key decrypts nothing any more, and the new owner gets it.
  await buyer.order({ kind: 'offer', licence_address, price: String(9n * TON) });
  await expect.poll(async () => (await third.market())[0]?.offers.length, patience).toBe(1);
  await third.order({ kind: 'buy_offer', licence_address, price: String(9n * TON) });
  await expect.poll(async () => (await buyer.open(encrypted)).status, patience).toBe(402);
  await third.delivered();
  const sold = {
    price: String(5n * TON),
    licence_address,
    content: { content_address },
    delivery: { state: 'served', hosts: [host] },
  };
  await expect
    .poll(async () => (await author.get<SalePage>('/local/sales')).items, patience)
    .toMatchObject([
      { ...sold, kind: 'resale', price: String(9n * TON), earned: '900000000' },
      { ...sold, kind: 'sale', buyer: licence.owner, earned: String(5n * TON) },
    ]);
  writeFileSync(join(third.dataDir, 'receipt.json'), receipt);
  const check = await runAlcove(
    ...['receipt', 'verify', join(third.dataDir, 'receipt.json'), '--node', studio.node.publicKey],
    ...['--online', '--data-dir', third.dataDir],
  );
  expect(check.stdout).toMatch(/^Valid: .*is on the chain\. The owner is now \S+\.\n$/s);

  // The third's machine is lost; another one restores everything from the node secret alone.
  const newMachine = temporaryFolder();
  cpSync(join(third.dataDir, 'secrets'), join(newMachine, 'secrets'), { recursive: true });
  await third.end();
  const again = await person({ chain, network: { bootstrap } }, newMachine);
  // It has no orders, so the owner is asked once.
  const found = async () => (await again.get<Library>('/local/library')).counts.found;
  await expect.poll(found, patience).toBe(1);
  await again.post('/local/library/found', { answer: 'deliver_all' });
  await again.delivered();

  // All other nodes and the chain are gone.
  await again.end();
  for (const { end } of [buyer, author]) await end();
  nodes.delete(studio);
  await studio.stop();
  const alone = await person({ chain, network: { bootstrap } }, newMachine);
  await expect.poll(async () => (await alone.library())[0]?.delivery?.state, patience).toBe('here');
  const answer = (await (await alone.open(encrypted)).json()) as OpenAnswer;
  expect(answer).toMatchObject({ content_type: 'audio/mpeg', size: song.length });
  const part = await fetch(answer.url, { headers: { Range: 'bytes=65000-150000' } });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(song.subarray(65_000, 150_001));
});
