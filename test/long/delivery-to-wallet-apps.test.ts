import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FileSecretStore } from '../../src/core/data-folder/secrets.ts';
import { parseTonAddress } from '../../src/core/ton/ton-address.ts';
import { AgeIdentity, AgeRecipient } from '../../src/crypto/age/keys/x25519.ts';
import { verifyReceipt } from '../../src/features/licensing/receipt.ts';
import { DeliveryRecipients } from '../../src/features/orders/delivery-recipients.ts';
import { newFolder, sell, startMarket, TON } from '../purchases/support/wallet-market.ts';
import { patience, type WalletPerson } from '../purchases/support/wallet-person.ts';
import { longFile } from '../sharing/sharer.ts';

/** The recipient of a user's first order for a content, derived as in the specification. */
function recipientOf({ dataDir, address }: WalletPerson, content_address: string): string {
  const nodeSecret = new FileSecretStore(dataDir).load() ?? Buffer.alloc(0);
  const recipients = new DeliveryRecipients({ nodeSecret, network: 'embedded', countOf: () => 0 });
  const content = parseTonAddress(content_address) ?? '';
  return new AgeRecipient(recipients.next({ content, owner: address })).toString();
}

const balances = async (person: WalletPerson) =>
  (await person.chain()).wallets.filter(({ payer }) => payer !== 'wallet').map(({ balance }) => balance);

it('delivers a purchase paid by a wallet app to the buyer’s node, and to the next owner with the licence', async () => {
  const { endpoint, studio, person } = await startMarket();
  const [author, buyer, third] = [await person(71), await person(72), await person(73)];
  const song = Buffer.from(longFile(200_000));
  const { content_address, content_id } = await sell(author, song, endpoint, studio);
  const ask = async (licence: string, recipient: string): Promise<number> => {
    const query = new URLSearchParams({ content_address, licence_address: licence, recipient });
    return (await studio.ask(`/api/v1/content.key?${query}`)).status;
  };

  // The wallet app gets one request, for the payment, and no node signs in for anybody.
  await expect.poll(async () => (await buyer.market()).length, patience).toBe(1);
  await buyer.pay(endpoint, { kind: 'purchase', content_address, licence: 'resale' });
  const { licence_address } = await buyer.delivered();
  expect(buyer.requests()).toBe(1);
  expect((await balances(buyer)).every((balance) => balance === '0')).toBe(true);
  expect(await (await studio.askLocal('/local/users')).json()).toMatchObject({ total: 1 });
  const receipt = await buyer.node.askLocal(`/local/purchases/${licence_address}/receipt`);
  expect(verifyReceipt(Buffer.from(await receipt.arrayBuffer()), studio.node.publicKey)).toMatchObject({
    ok: true,
    receipt: { content_id, licence_address, licence: 'resale' },
  });
  const { url } = (await (await buyer.open(content_id)).json()) as { url: string };
  expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(song);

  // Strangers get nothing, and only the node of the right recipient can decrypt its key.
  const [buyers, thirds] = [recipientOf(buyer, content_address), recipientOf(third, content_address)];
  expect(await ask(licence_address, buyers)).toBe(200);
  expect(await ask(licence_address, AgeIdentity.generate().recipient.toString())).toBe(401);
  expect(await ask(content_address, buyers)).toBe(401);
  expect(await ask(licence_address, thirds)).toBe(401);

  // After a resale the licence names the node of its new owner, and the former one gets nothing.
  await buyer.pay(endpoint, { kind: 'offer', licence_address, price: String(9n * TON) });
  await expect.poll(async () => (await third.market())[0]?.offers.length, patience).toBe(1);
  await third.pay(endpoint, { kind: 'buy_offer', licence_address, price: String(9n * TON) });
  await third.delivered();
  expect(third.requests()).toBe(1);
  expect(await ask(licence_address, buyers)).toBe(401);
  expect(await ask(licence_address, thirds)).toBe(200);
  await expect.poll(async () => (await buyer.open(content_id)).status, patience).toBe(402);

  // Another machine restores everything from the node secret and the wallet app.
  const newMachine = newFolder();
  cpSync(join(third.dataDir, 'secrets'), join(newMachine, 'secrets'), { recursive: true });
  await third.stop();
  const again = await person(73, newMachine);
  await expect.poll(async () => (await again.library()).counts.given, patience).toBe(1);
  await again.post(`/local/purchases/${licence_address}/deliver`, {});
  await again.delivered();
  expect(again.requests()).toBe(0);
});
