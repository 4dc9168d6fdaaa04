import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { LocalContent } from '../../src/contract/dashboard-api/content.ts';
import type { Share } from '../../src/contract/dashboard-api/sharing.ts';
import { FileSecretStore } from '../../src/core/data-folder/secrets.ts';
import { parseTonAddress } from '../../src/core/ton/ton-address.ts';
import { AgeIdentity, AgeRecipient } from '../../src/crypto/age/keys/x25519.ts';
import { askFaucet } from '../../src/features/chain/client/ask-faucet.ts';
import { verifyReceipt } from '../../src/features/licensing/receipt.ts';
import { DeliveryRecipients } from '../../src/features/orders/delivery-recipients.ts';
import { longFile } from '../sharing/sharer.ts';
import { freePort } from '../support/node/free-port.ts';
import { startPublicNode } from '../support/node/public-node.ts';
import { startTestNode, type TestNode, temporaryFolder } from '../support/node/start-test-node.ts';
import { startTestBridge } from '../support/wallets/ton-connect-bridge.ts';
import { patience, type WalletPerson, walletPerson } from './support/wallet-person.ts';

const TON = 1_000_000_000n;
const stops: (() => Promise<unknown>)[] = [];
const folders: string[] = [];
const used = <T extends { stop(): Promise<unknown> }>(started: T): T => {
  stops.push(() => started.stop());
  return started;
};
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const newFolder = (): string => {
  const folder = temporaryFolder();
  folders.push(folder);
  return folder;
};

/** A chain, a public node on it, and people whose wallet apps have money while their nodes' own wallets have none. */
async function startMarket() {
  const bridge = used(await startTestBridge());
  const miner = used(await startTestNode({ settings: { chain: { network: 'embedded' } } }));
  const { endpoint, platform } = await miner.node.shareChain();
  const chain = { network: 'embedded', endpoint, master_address: platform } as const;
  const port = await freePort();
  const studio = used(await startPublicNode({ port, settings: { chain } }));
  const settings = { chain, network: { bootstrap: [studio.host] } };
  const person = async (seed: number, dataDir = newFolder()) => {
    const started = used(await walletPerson({ bridge, seed, settings, dataDir }));
    await expect.poll(async () => (await started.chain()).platform.state, patience).toBe('deployed');
    await askFaucet(endpoint, started.address, 100n * TON);
    await started.connect();
    return started;
  };
  return { endpoint, studio, person };
}

/** Sells a song through the public node; returns its encrypted file and address. */
async function sell(
  author: WalletPerson,
  song: Buffer,
  endpoint: string,
  studio: TestNode & { host: string },
) {
  const upload = await author.node.askLocal('/local/content', { method: 'POST', body: new Uint8Array(song) });
  const { content } = (await upload.json()) as { content: LocalContent };
  const { content_address, content_id } = await author.pay(endpoint, {
    ...{ kind: 'register', content_id: content.content_id, title: 'A song', price: String(TON) },
    ...{ resale_price: String(5n * TON), allow_resale: true, downloadable: true, royalties: [] },
  });
  const { host } = studio;
  await author.post('/local/peers', { url: host });
  await author.post('/local/share-hosts', { host });
  await author.post(`/local/content/${content_id}/shares`, { host, listed: true });
  const share = async () => (await author.get<{ shares: Share[] }>('/local/shares')).shares[0];
  await expect.poll(async () => (await share())?.key, patience).toBe('deposited');
  return { content_address: content_address ?? '', content_id: content_id ?? '' };
}

/** The recipient of a person's first order for a content, as the specification derives it. */
function recipientOf({ dataDir, address }: WalletPerson, content_address: string): string {
  const nodeSecret = new FileSecretStore(dataDir).load() ?? Buffer.alloc(0);
  const recipients = new DeliveryRecipients({ nodeSecret, network: 'embedded', countOf: () => 0 });
  const content = parseTonAddress(content_address) ?? '';
  return new AgeRecipient(recipients.next({ content, owner: address })).toString();
}

const balances = async (person: WalletPerson) =>
  (await person.chain()).wallets.filter(({ payer }) => payer !== 'wallet').map(({ balance }) => balance);

it('what a wallet app pays for arrives at the person’s node, and moves on with the licence', async () => {
  const { endpoint, studio, person } = await startMarket();
  const [author, buyer, third] = [await person(71), await person(72), await person(73)];
  const song = Buffer.from(longFile(200_000));
  const { content_address, content_id } = await sell(author, song, endpoint, studio);
  const ask = async (licence_address: string, recipient: string): Promise<number> => {
    const query = new URLSearchParams({ content_address, licence_address, recipient });
    return (await studio.ask(`/api/v1/content.key?${query}`)).status;
  };

  // One payment is all that the wallet app is asked for, and no node signs in as anybody.
  await expect.poll(async () => (await buyer.market()).length, patience).toBe(1);
  await buyer.pay(endpoint, { kind: 'purchase', content_address, licence: 'resale' });
  const { licence_address } = await buyer.delivered();
  expect(buyer.requests()).toBe(1);
  expect((await balances(buyer)).every((balance) => balance === '0')).toBe(true);
  expect(await (await studio.askLocal('/local/users')).json()).toMatchObject({ total: 1 });
  const receipt = await buyer.node.askLocal(`/local/library/${licence_address}/receipt`);
  expect(verifyReceipt(Buffer.from(await receipt.arrayBuffer()), studio.node.publicKey)).toMatchObject({
    ok: true,
    receipt: { content_id, licence_address, licence: 'resale' },
  });
  const { url } = (await (await buyer.open(content_id)).json()) as { url: string };
  expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(song);

  // Strangers get nothing, and what is given for the right recipient only that node can read.
  const [buyers, thirds] = [recipientOf(buyer, content_address), recipientOf(third, content_address)];
  expect(await ask(licence_address, buyers)).toBe(200);
  expect(await ask(licence_address, AgeIdentity.generate().recipient.toString())).toBe(401);
  expect(await ask(content_address, buyers)).toBe(401);
  expect(await ask(licence_address, thirds)).toBe(401);

  // Resold, the licence names the node of its new owner, and the former one gets nothing.
  await buyer.pay(endpoint, { kind: 'offer', licence_address, price: String(9n * TON) });
  await expect.poll(async () => (await third.market())[0]?.offers.length, patience).toBe(1);
  await third.pay(endpoint, { kind: 'buy_offer', licence_address, price: String(9n * TON) });
  await third.delivered();
  expect(third.requests()).toBe(1);
  expect(await ask(licence_address, buyers)).toBe(401);
  expect(await ask(licence_address, thirds)).toBe(200);
  await expect.poll(async () => (await buyer.open(content_id)).status, patience).toBe(402);

  // From the node's secret and the wallet app, another machine has everything again.
  const newMachine = newFolder();
  cpSync(join(third.dataDir, 'secrets'), join(newMachine, 'secrets'), { recursive: true });
  await third.stop();
  const again = await person(73, newMachine);
  await expect.poll(async () => (await again.library()).counts.given, patience).toBe(1);
  await again.post(`/local/library/${licence_address}/deliver`, {});
  await again.delivered();
  expect(again.requests()).toBe(0);
}, 240_000);
