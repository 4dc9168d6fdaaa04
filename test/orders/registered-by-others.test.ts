import { Address } from '@ton/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ChainState } from '../../src/contract/dashboard-api/chain.ts';
import type { MarketPage } from '../../src/contract/dashboard-api/market.ts';
import type { PracticeChain } from '../../src/contract/shell/practice-process.ts';
import { parseTonAddress } from '../../src/core/ton/ton-address.ts';
import { askFaucet } from '../../src/features/chain/client/ask-faucet.ts';
import { type ChainClient, createChainClient } from '../../src/features/chain/client/chain-client.ts';
import { registerAmount } from '../../src/features/chain/contracts/amounts.ts';
import { contentMetadataCell } from '../../src/features/chain/contracts/content-metadata.ts';
import { registerContent } from '../../src/features/chain/contracts/messages.ts';
import { testWallet } from '../chain/embedded/test-wallet.ts';
import { json, startTestNode, type TestNode } from '../support/node/start-test-node.ts';

let node: TestNode;
let shared: PracticeChain;
let client: ChainClient;
beforeEach(async () => {
  node = await startTestNode({ settings: { chain: { network: 'embedded' } } });
  shared = await node.node.shareChain();
  client = await createChainClient({ network: 'embedded', endpoints: [shared.endpoint] });
});
afterEach(async () => {
  client.close();
  await node.stop();
});

const local = async <T>(path: string): Promise<T> => (await (await node.askLocal(path)).json()) as T;

/** Stores a text here, unlisted. */
async function store(text: string): Promise<string> {
  const upload = await node.ask('/api/v1/storage', {
    method: 'POST',
    body: text,
    headers: { Authorization: await node.token('storage:write') },
  });
  return ((await upload.json()) as { content_id: string }).content_id;
}

/** A stranger registers it in the name of this owner. */
async function registerAsStranger(contentId: string, owner: string): Promise<void> {
  const stranger = testWallet(client.ton, 'a stranger');
  await askFaucet(shared.endpoint, stranger.address.toRawString(), 10_000_000_000n);
  const metadata = contentMetadataCell({
    ...{
      title: 'Look what they have',
      description: '',
      authors: [],
      hashtags: [],
      contentId,
      previewId: '',
      imageId: '',
    },
    ...{ contentType: 'text/plain', size: 1, keyHash: null },
  });
  const params = {
    price: 0n,
    resalePrice: 0n,
    allowResale: false,
    downloadable: true,
    royalties: [],
    metadata,
  };
  const validUntil = Math.floor(Date.now() / 1000) + 600;
  await stranger.send(
    Address.parseRaw(shared.platform),
    registerAmount(32) * 2n,
    registerContent({ queryId: 1n, validUntil, owner, params }),
  );
}

const patience = { timeout: 120_000, interval: 100 };
const titles = async () => (await local<MarketPage>('/local/market')).items.map(({ title }) => title);
const isPublished = async (id: string) =>
  ((await (await node.ask(`/api/v1/content.view?content_id=${id}`)).json()) as { published: boolean })
    .published;

it("does not publish an unlisted file of the owner when another user registers it in the owner's name", async () => {
  const { wallets } = await local<ChainState>('/local/chain');
  const mine = parseTonAddress(wallets.find(({ payer }) => payer === 'practice_wallet')?.address ?? '') ?? '';
  const [secret, song] = [await store('A diary.'), await store('A song.')];

  await registerAsStranger(secret, mine);
  await expect.poll(titles, patience).toEqual(['Look what they have']);
  expect(await isPublished(secret)).toBe(false);

  const register = async (content_id: string, title: string) => {
    const asked = { kind: 'register', pay_with: 'practice_wallet', content_id, title, price: '0' };
    const terms = { resale_price: '0', allow_resale: false, downloadable: true, royalties: [] };
    return node.askLocal('/local/orders', { method: 'POST', ...json({ ...asked, ...terms }) });
  };
  expect((await register(song, 'A song')).status).toBe(200);
  await expect.poll(titles, patience).toEqual(['A song', 'Look what they have']);
  expect(await isPublished(song)).toBe(true);

  // The owner can still register and publish it.
  expect((await register(secret, 'A diary')).status).toBe(200);
  await expect.poll(() => isPublished(secret), patience).toBe(true);
  expect((await register(secret, 'A diary')).status).toBe(409);
});
