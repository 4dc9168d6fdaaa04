import { randomUUID } from 'node:crypto';
import { Address } from '@ton/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getContentKey, putContentKey } from '../../src/contract/node-api/licensing.ts';
import { getIntents, postPurchaseContent } from '../../src/contract/node-api/orders.ts';
import { dearmor } from '../../src/crypto/age/armor.ts';
import { decryptBytes } from '../../src/crypto/age/in-memory.ts';
import { AgeIdentity } from '../../src/crypto/age/keys/x25519.ts';
import { askFaucet } from '../../src/features/chain/client/ask-faucet.ts';
import { transferItem } from '../../src/features/chain/contracts/messages.ts';
import { licenceAddress } from '../../src/features/chain/contracts/state-inits.ts';
import { forWebUsers, ton, type WebUser, webUser } from '../orders/support/web-user.ts';
import { startTestNode, type TestNode } from '../support/node/start-test-node.ts';
import { type ChainWallet, chainWallet } from '../support/wallets/chain-wallet.ts';
import { telegramInitData } from '../support/wallets/telegram-init-data.ts';

const botToken = '42:a-token-of-a-bot';
const patience = { timeout: 120_000, interval: 50 };
let alcove: TestNode;
let endpoint: string;
let author: WebUser;
beforeAll(async () => {
  const settings = { ...forWebUsers, sign_in: { ...forWebUsers.sign_in, telegram_bot_token: botToken } };
  alcove = await startTestNode({ settings });
  ({ endpoint } = await alcove.node.shareChain());
  author = await webUser(alcove, 61);
});
afterAll(() => alcove.stop());

/** A user from Telegram without a proven wallet. */
async function visitor(id: number) {
  const data = telegramInitData(botToken, { id, first_name: 'Ada' }, Math.floor(Date.now() / 1000));
  const { auth_v1_token: token, user } = await alcove.client().signIn.begin(data);
  const client = alcove.client().withToken(token);
  const view = (content: string) => client.content.view(content);
  return {
    client,
    id: user?.id ?? '',
    name: (wallet: { address: Address }) => client.signIn.selectWallet(wallet.address.toRawString()),
    buy: (content_address: string, license_type: 'listen' | 'resale' = 'resale') =>
      client.call(postPurchaseContent, { body: { content_address, license_type } }),
    view,
    held: async (content: string) => (await view(content)).have_licenses,
    state: async (query_id: string) =>
      (await client.call(getIntents, {})).items.find((order) => order.query_id === query_id)?.state,
  };
}

/** A wallet app with money. */
async function moneyed(seed: number): Promise<ChainWallet> {
  const wallet = chainWallet(endpoint, seed);
  await askFaucet(endpoint, wallet.address.toRawString(), 100n * ton);
  return wallet;
}

/** Sells a text of the author. */
async function sell(text: string) {
  const content = await author.upload(text);
  const terms = { allowResale: true, resaleLicensePrice: Number(2n * ton) };
  await author.send(await author.publish(content, terms));
  const sold = async () => (await author.intents())[0];
  await expect.poll(async () => (await sold())?.state, patience).toBe('confirmed');
  const { content_id: id, content_address: address } = (await sold()) ?? {};
  return { id: id ?? '', address: address ?? '' };
}

const status = async (url: string | null) => (await fetch(url ?? '')).status;

describe('an unproven wallet', () => {
  it('buys for its user, whose licence ends when the wallet transfers it', async () => {
    const text = `A song, ${randomUUID()}`;
    const { id, address } = await sell(text);
    const [buyer, wallet, friend] = [await visitor(1), await moneyed(62), await moneyed(63)];
    const connected_wallet = await buyer.name(wallet);
    expect(connected_wallet).toMatchObject({ proven: false, version: 'unknown', ton_balance: null });
    expect(await buyer.client.signIn.account()).toMatchObject({ connected_wallet, wallets: [] });

    const order = await buyer.buy(address);
    expect([await buyer.held(id), (await buyer.view(id)).display_options.content_url]).toEqual([[], null]);
    await wallet.send(order);
    await expect.poll(() => buyer.held(id), patience).toEqual(['resale']);
    expect(await buyer.state(order.query_id)).toBe('confirmed');
    const { content_url } = (await buyer.view(id)).display_options;
    expect(await (await fetch(content_url ?? '')).text()).toBe(text);
    await expect(buyer.buy(address)).rejects.toMatchObject({ code: 'already_licensed' });
    // The key outlives a resale, so it is for proven wallets.
    const recipient = AgeIdentity.generate().recipient.toString();
    await expect(
      buyer.client.call(getContentKey, { query: { content_address: address, recipient } }),
    ).rejects.toMatchObject({ code: 'licence_required' });

    // Another wallet, or another sign-in, removes nothing.
    await buyer.name(friend);
    expect(await buyer.held(id)).toEqual(['resale']);
    expect(await (await visitor(1)).held(id)).toEqual(['resale']);

    const [holder, newOwner] = [wallet, friend].map((each) => each.address.toRawString());
    const move = transferItem({ queryId: 1n, newOwner: newOwner ?? '', changeTo: holder ?? '' });
    await wallet.send({
      address: licenceAddress(Address.parse(address).toRawString(), 0),
      amount: String(ton / 10n),
      payload: move.toBoc().toString('base64'),
    });
    await expect.poll(() => buyer.held(id), patience).toEqual([]);
    expect(await status(content_url)).toBe(402);

    // Later purchases of the wallet are not orders of this user.
    const holding = await webUser(alcove, 62);
    await holding.send(await holding.buy(address));
    const held = async () => (await holding.client.content.view(id)).have_licenses;
    await expect.poll(held, patience).toEqual(['listen']);
    expect(await buyer.held(id)).toEqual([]);
  });

  it('gives no access to its earlier licences, nor to purchases of its holder', async () => {
    const { id, address } = await sell(`Another song, ${randomUUID()}`);
    const [victim, hostile] = [await webUser(alcove, 64), await visitor(2)];
    await hostile.name(victim);
    const drafted = await hostile.buy(address, 'listen');
    // The holder of the wallet buys at the same time, for the same wallet.
    const bought = await victim.buy(address, 'listen');
    expect(bought.query_id).not.toBe(drafted.query_id);
    await victim.send(bought);
    const held = async () => (await victim.client.content.view(id)).have_licenses;
    await expect.poll(held, patience).toEqual(['listen']);
    expect([await hostile.held(id), await hostile.state(drafted.query_id)]).toEqual([[], 'open']);
    await expect(hostile.buy(address, 'listen')).rejects.toMatchObject({
      code: 'already_licensed',
      detail: expect.stringContaining('proof'),
    });

    // Contents and earnings of the author are not shown to a user who names the author's wallet.
    await hostile.name(author);
    expect(await hostile.view(id)).toMatchObject({ have_licenses: [], downloadable: false });
    expect((await hostile.client.call(getIntents, {})).items).toHaveLength(1);
    await expect(hostile.buy(address)).rejects.toMatchObject({ code: 'already_licensed' });
    expect((await author.client.signIn.account()).user.id).not.toBe(hostile.id);
  });

  it('gives no access by a query id seen on the chain', async () => {
    const { id, address } = await sell(`A third song, ${randomUUID()}`);
    const [buyer, wallet] = [await visitor(3), await moneyed(65)];
    const [hostile, attacker] = [await visitor(4), await moneyed(66)];
    await buyer.name(wallet);
    const order = await buyer.buy(address, 'listen');
    await wallet.send(order);
    await expect.poll(() => buyer.held(id), patience).toEqual(['listen']);

    // A copy of the message pays for the buyer's wallet again, and names no order of the attacker.
    await hostile.name(attacker);
    const own = await hostile.buy(address, 'listen');
    await attacker.send(order);
    await expect.poll(async () => (await attacker.balance()) < 99n * ton, patience).toBe(true);
    expect([await hostile.held(id), await hostile.state(own.query_id)]).toEqual([[], 'open']);
    // Naming the buyer's wallet does not help either.
    await hostile.name(wallet);
    expect(await hostile.held(id)).toEqual([]);
  });

  it('is enough to deposit a key, which only who has it can', async () => {
    const { address: content_address } = await sell(`A song, ${randomUUID()}`);
    const identity = AgeIdentity.generate();
    const query = { content_address, recipient: identity.recipient.toString() };
    const given = await author.client.call(getContentKey, { query });
    const key = (await decryptBytes(dearmor(given.key), identity)).toString();
    const [seller, wallet] = [await visitor(5), await moneyed(70)];
    await seller.name(wallet);
    const deposit = (sent: string) =>
      seller.client.call(putContentKey, { body: { content_address, key: sent } });
    expect(await deposit(key)).toMatchObject({ key_hash: given.key_hash });
    await expect(deposit(AgeIdentity.generate().secretKey())).rejects.toMatchObject({ code: 'not_yours' });
    await expect(seller.client.call(getContentKey, { query })).rejects.toMatchObject({
      code: 'licence_required',
    });
  }, 120_000);

  it('is replaced by a proof, and removed at the end of the session', async () => {
    const [somebody, wallet] = [await webUser(alcove, 67), await moneyed(68)];
    const { signIn } = somebody.client;
    const proven = (await signIn.account()).connected_wallet;
    expect(await signIn.selectWallet(wallet.address.toRawString())).toMatchObject({ proven: false });
    expect(await signIn.account()).toMatchObject({ connected_wallet: { proven: false }, wallets: [proven] });
    expect(await signIn.selectWallet(somebody.address.toRawString())).toEqual(proven);

    await signIn.selectWallet(wallet.address.toRawString());
    await signIn.signOut();
    const again = await webUser(alcove, 67);
    const account = await again.client.signIn.account();
    expect(account).toMatchObject({ connected_wallet: proven, wallets: [proven] });
  });

  it('is refused for the owner of the node, whose tokens spend', async () => {
    const token = await alcove.token('chain:send', 'content:read', 'storage:write');
    const wallet = chainWallet(endpoint, 69).address.toRawString();
    await expect(alcove.client(token).signIn.selectWallet(wallet)).rejects.toMatchObject({
      code: 'wallet_not_linked',
    });
  });
});
