import { rmSync } from 'node:fs';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import type { SignInState, WalletConnection } from '../../src/contract/dashboard-api/auth.ts';
import { signedIn } from '../../src/contract/node-api/auth.ts';
import { askFaucet } from '../../src/features/chain/client/ask-faucet.ts';
import { PracticePeople, patience } from '../support/node/practice-people.ts';
import { json, temporaryFolder } from '../support/node/start-test-node.ts';
import { telegramChainWallet } from '../support/wallets/chain-wallet.ts';
import { SimulatedWallet } from '../support/wallets/simulated-wallet.ts';
import { keysOf, telegramWallet } from '../support/wallets/telegram-wallet.ts';
import { provingWallet } from '../support/wallets/test-wallet.ts';
import { startTestBridge } from '../support/wallets/ton-connect-bridge.ts';

const GRAM = 1_000_000_000n;
const domain = 'app.example';

const people = new PracticePeople();
afterEach(() => people.stop());

it('signs in and buys with the changed key of Telegram’s wallet, and not with the former one', async () => {
  const author = await people.add({
    settings: { chain: { network: 'embedded' }, sign_in: { who: 'anyone', domains: [domain] } },
  });
  await author.hasMarket();
  const { endpoint, platform } = await author.node.node.shareChain();
  await author.post('/local/chain/faucet', { payer: 'practice_wallet', amount: String(100n * GRAM) });
  const upload = await author.node.askLocal('/local/content', { method: 'POST', body: 'A song.' });
  const { content } = (await upload.json()) as { content: { content_id: string } };
  await author.order({
    ...{ kind: 'register', content_id: content.content_id, title: 'A song', price: String(GRAM) },
    ...{ resale_price: '0', allow_resale: false, downloadable: true, royalties: [] },
  });

  const { init } = telegramWallet(77);
  const [stolen, current] = [keysOf(77), keysOf(78)];
  const thief = telegramChainWallet(endpoint, 77);
  await askFaucet(endpoint, thief.address.toString(), 100n * GRAM);
  await thief.changeKey(current);
  await expect.poll(thief.seqno, patience).toBe(1);

  const bridge = await startTestBridge();
  onTestFinished(() => bridge.stop());
  const folder = temporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const settings = {
    sign_in: { wallets_file: bridge.writeWalletsFile(folder) },
    chain: { network: 'embedded', endpoint, master_address: platform },
  } as const;
  const app = {
    proving: provingWallet(init, current),
    onChain: telegramChainWallet(endpoint, 77, current),
  };
  const buyer = await people.addWithWallet(app, bridge, { settings });
  await expect.poll(async () => (await buyer.market()).length, patience).toBe(1);
  const [item] = await buyer.market();
  const bought = await buyer.order({
    ...{ kind: 'purchase', content_address: item?.content_address, licence: 'listen' },
  });
  expect(await buyer.library()).toMatchObject([{ kind: 'listen', payer: 'wallet' }]);
  expect(await app.onChain.seqno()).toBe(2);

  // Web apps.
  const signIn = async (keys: typeof current) => {
    const { auth_v1_token: challenge } = signedIn.parse(await (await twa({})).json());
    return twa({ ton_proof: app.proving.prove(domain, challenge, undefined, keys) });
  };
  const twa = (body: object) => author.node.ask('/api/v1/auth.twa', { method: 'POST', ...json(body) });
  expect((await signIn(current)).status).toBe(200);
  const refused = await signIn(stolen);
  expect(refused.status).toBe(401);
  const otherKey = { reason: 'auth.proofInvalid', params: { why: { reason: 'auth.proofPublicKey' } } };
  expect(await refused.json()).toMatchObject({ code: 'invalid_ton_proof', ...otherKey });

  // The app of a user with the former key.
  const { connection_link } = await buyer.post<WalletConnection>('/local/sign-in/connection', {}, 201);
  const impostor = new SimulatedWallet('test-wallet', provingWallet(init, stolen));
  impostor.scan(connection_link, bridge.url);
  await impostor.approve();
  const connection = async () => (await buyer.get<SignInState>('/local/sign-in')).connection;
  await expect.poll(connection, patience).toMatchObject({ state: 'failed', message: otherKey });

  // The chain.
  const has = await app.onChain.balance();
  const draft = { address: item?.content_address ?? '', amount: bought.amount, payload: emptyCell };
  await thief.send(draft).catch(() => {});
  expect(await app.onChain.seqno()).toBe(2);
  expect(await app.onChain.balance()).toBe(has);
});

/** An empty cell as a BoC. */
const emptyCell = 'te6cckEBAQEAAgAAAEysuc0=';
