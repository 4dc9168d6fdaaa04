import { expect, it } from 'vitest';
import type { WalletConnection } from '../../src/contract/dashboard-api/auth.ts';
import type { KeySignIn } from '../../src/contract/dashboard-api/purchases.ts';
import { sell, startMarket } from '../purchases/support/wallet-market.ts';
import { patience, type WalletPerson } from '../purchases/support/wallet-person.ts';
import { longFile } from '../sharing/sharer.ts';
import { json } from '../support/node/start-test-node.ts';
import { SimulatedWallet } from '../support/wallets/simulated-wallet.ts';
import { testWallet } from '../support/wallets/test-wallet.ts';

/** The wallet app of a user with a new connection: it reads each link again. */
const appOf = (seed: number) => new SimulatedWallet('test-wallet', testWallet(seed, 'v5R1'));

const firstOf = async (person: WalletPerson) => (await person.library()).licences[0];

/** Accepts the received gift; resolves with its address. */
async function accept(person: WalletPerson): Promise<string> {
  const given = () => person.get<{ licences: { licence_address: string }[] }>('/local/purchases?shown=given');
  await expect.poll(async () => (await given()).licences.length, patience).toBe(1);
  const licence = (await given()).licences[0]?.licence_address ?? '';
  await person.post(`/local/purchases/${licence}/deliver`, {});
  return licence;
}

it('delivers a gift to a wallet app after one proof for the node that has its key', async () => {
  const { endpoint, bridge, studio, person } = await startMarket();
  const [author, buyer, friend] = [await person(91), await person(92), await person(93)];
  const song = Buffer.from(longFile(200_000));
  const { content_address, content_id } = await sell(author, song, endpoint, studio);
  const give = async () => {
    await expect.poll(async () => (await buyer.market()).length, patience).toBe(1);
    await buyer.pay(endpoint, { kind: 'purchase', content_address, licence: 'resale' });
    const { licence_address } = await buyer.delivered();
    await buyer.pay(endpoint, { kind: 'transfer', licence_address, to: friend.address });
  };
  await give();
  const licence = await accept(friend);
  const signIn = `/local/purchases/${licence}/sign-in`;
  const hosts = async () => (await firstOf(friend))?.delivery?.sign_in_hosts;
  await expect.poll(hosts, patience).toEqual([studio.host]);
  expect((await firstOf(friend))?.delivery?.message?.reason).toBe('sharing.walletAppSignIn');
  const ask = async (host: string) => friend.node.askLocal(signIn, { method: 'POST', ...json({ host }) });
  const connection = async () => (await friend.get<KeySignIn>(signIn)).connection;
  const link = async () => ((await (await ask(studio.host)).json()) as WalletConnection).connection_link;

  // Only that node gets a proof, and only from the wallet that holds the licence.
  expect((await ask(author.node.node.nodeUrl)).status).toBe(404);
  const unwilling = appOf(93);
  expect(unwilling.scan(await link(), bridge.url).manifestUrl).toBe(
    `${studio.host}/api/tonconnect-manifest.json`,
  );
  await unwilling.decline();
  await expect
    .poll(connection, patience)
    .toMatchObject({ state: 'failed', message: { reason: 'auth.connectDeclined' } });
  const other = appOf(94);
  other.scan(await link(), bridge.url);
  await other.approve();
  await expect
    .poll(connection, patience)
    .toMatchObject({ state: 'failed', message: { reason: 'licensing.otherWalletSignedIn' } });
  await link();
  await friend.node.askLocal(signIn, { method: 'DELETE' });
  expect(await connection()).toBeNull();
  expect(await hosts()).toEqual([studio.host]);

  const app = appOf(93);
  app.scan(await link(), bridge.url);
  await app.approve();
  expect((await app.nextRequest()).method).toBe('disconnect');
  await friend.delivered();
  expect(await connection()).toBeNull();
  const { url } = (await (await friend.open(content_id)).json()) as { url: string };
  expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(song);
  // The wallet that pays stays connected, and got no request.
  expect((await friend.chain()).wallets.map(({ payer }) => payer)).toContain('wallet');
  expect(friend.requests()).toBe(0);

  // Another gift needs no further proof.
  await friend.pay(endpoint, { kind: 'transfer', licence_address: licence, to: author.address });
  await give();
  await accept(friend);
  await friend.delivered();
  expect(await connection()).toBeNull();
});
