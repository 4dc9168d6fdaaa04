import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { SalePage } from '../../src/contract/dashboard-api/market.ts';
import type { Purchases } from '../../src/contract/dashboard-api/purchases.ts';
import type { Share } from '../../src/contract/dashboard-api/sharing.ts';
import { verifyReceipt } from '../../src/features/licensing/receipt.ts';
import { longFile } from '../sharing/sharer.ts';
import { runAlcove } from '../support/node/run-alcove.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import {
  market,
  nodes,
  type OpenAnswer,
  patience,
  person,
  stopAll,
  strangerAt,
  TON,
} from './support/person.ts';

afterEach(stopAll);

it('plays a purchase from a private node through a public one on the buyer’s node, without the other nodes', async () => {
  const { author, studio, buyer, third, settings } = await market();

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
    await (await buyer.node.askLocal(`/local/purchases/${licence_address}/receipt`)).arrayBuffer(),
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
  const again = await person(settings, newMachine);
  // It has no orders, so the owner is asked once.
  const found = async () => (await again.get<Purchases>('/local/purchases')).counts.found;
  await expect.poll(found, patience).toBe(1);
  await again.post('/local/purchases/found', { answer: 'deliver_all' });
  await again.delivered();

  // All other nodes and the chain are gone.
  await again.end();
  for (const { end } of [buyer, author]) await end();
  nodes.delete(studio);
  await studio.stop();
  const alone = await person(settings, newMachine);
  await expect.poll(async () => (await alone.library())[0]?.delivery?.state, patience).toBe('here');
  const response = (await (await alone.open(encrypted)).json()) as OpenAnswer;
  expect(response).toMatchObject({ content_type: 'audio/mpeg', size: song.length });
  const part = await fetch(response.url, { headers: { Range: 'bytes=65000-150000' } });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(song.subarray(65_000, 150_001));
});
