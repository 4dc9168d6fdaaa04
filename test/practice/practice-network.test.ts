import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { forkPracticeNode } from '../../src/cli/fork-practice-node.ts';
import type { LocalPeer } from '../../src/contract/dashboard-api/peers.ts';
import type { Share } from '../../src/contract/dashboard-api/sharing.ts';
import { askFaucet } from '../../src/features/chain/client/ask-faucet.ts';
import { embeddedChainFile } from '../../src/features/chain/embedded/open-embedded-chain.ts';
import { PracticePeople, patience } from '../support/node/practice-people.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { longIt } from '../support/random-runs.ts';
import { chainWallet, telegramChainWallet } from '../support/wallets/chain-wallet.ts';
import { telegramWallet } from '../support/wallets/telegram-wallet.ts';
import { testWallet } from '../support/wallets/test-wallet.ts';
import { startTestBridge } from '../support/wallets/ton-connect-bridge.ts';

const people = new PracticePeople();
afterEach(() => people.stop());

const TON = 1_000_000_000n;

const textAt = async (url: string): Promise<string> => (await fetch(url)).text();

/**
 * A payment before the wallet deducted its fee for receiving it, which is the same each time. Storage of a
 * wallet costs about a nanogram during a test.
 */
const received = (gained: bigint): bigint => ((gained + 51_868n + 50n) / 100n) * 100n;

longIt(
  'registers, sells, plays and resells a song, and pays everybody according to the contract',
  async () => {
    const author = await people.add();
    await author.post('/local/practice', {});
    await author.hasMarket();
    const { endpoint, platform } = await author.chain();
    const bridge = await startTestBridge();
    onTestFinished(() => bridge.stop());
    const folder = temporaryFolder();
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const host = (await author.get<{ peers: LocalPeer[] }>('/local/peers')).peers[0]?.host ?? '';
    const others = {
      settings: {
        network: { bootstrap: [host] },
        sign_in: { wallets_file: bridge.writeWalletsFile(folder) },
        chain: {
          ...{ network: 'embedded' as const, endpoint: endpoint ?? '' },
          master_address: platform.address,
        },
      },
    };
    const phone = { proving: testWallet(71, 'v5R1'), onChain: chainWallet(endpoint ?? '', 71) };
    const telegram = { proving: telegramWallet(72), onChain: telegramChainWallet(endpoint ?? '', 72) };
    const buyer = await people.addWithWallet(phone, bridge, others);
    const third = await people.addWithWallet(telegram, bridge, others);
    await author.post('/local/chain/faucet', { payer: 'practice_wallet', amount: String(100n * TON) });
    for (const { onChain } of [phone, telegram]) {
      await askFaucet(endpoint ?? '', onChain.address.toString(), 100n * TON);
    }
    const co = (await author.chain()).wallets.find(({ payer }) => payer === 'service_wallet');

    const token = await author.node.token('storage:write');
    const upload = await author.node.ask('/api/v1/storage', {
      method: 'POST',
      body: 'A song.',
      headers: { Authorization: token, 'X-File-Name': Buffer.from('raw take 3.wav').toString('base64') },
    });
    const { content_id } = (await upload.json()) as { content_id: string };
    const registered = await author.order({
      ...{
        kind: 'register',
        content_id,
        title: 'A song',
        price: String(TON),
        resale_price: String(5n * TON),
      },
      ...{ allow_resale: true, downloadable: true, royalties: [{ address: co?.address, value: 3333 }] },
    });
    await author.post(`/local/content/${registered.content_id}/shares`, { host, listed: true });
    const share = async () => (await author.get<{ shares: Share[] }>('/local/shares')).shares[0];
    await expect.poll(async () => (await share())?.key, patience).toBe('deposited');
    const record = await author.node.ask(`/api/v1/content.view?content_id=${registered.content_id}`);
    expect(await record.json()).toMatchObject({ title: 'A song', published: true, downloadable: false });

    await expect.poll(async () => (await buyer.market()).length, patience).toBe(1);
    const [item] = await buyer.market();
    expect(item).toMatchObject({ title: 'A song', mine: false, licences: [], price: String(TON) });
    const content_address = item?.content_address;

    const authorHad = await author.balance();
    await buyer.order({ kind: 'purchase', content_address, licence: 'resale' });
    // 33.33 % goes to the co-author, rounded down; the rest is the author's.
    await expect
      .poll(async () => received((await author.balance()) - authorHad), patience)
      .toBe(3_333_500_000n);
    const [licence] = await buyer.library();
    expect(licence).toMatchObject({ kind: 'resale', price: String(5n * TON), offer: null });
    expect(await buyer.market()).toMatchObject([{ licences: ['resale'] }]);
    expect(await textAt(await buyer.delivered())).toBe('A song.');

    const licence_address = licence?.licence_address;
    await buyer.order({ kind: 'offer', licence_address, price: String(9n * TON) });
    await expect.poll(async () => (await third.market())[0]?.offers.length, patience).toBe(1);
    const [authorBefore, buyerBefore] = [await author.balance(), await buyer.balance()];
    await third.order({ kind: 'buy_offer', licence_address, price: String(9n * TON) });
    // A tenth goes to the content, which splits it in the same way.
    await expect
      .poll(async () => received((await buyer.balance()) - buyerBefore), patience)
      .toBe(8_100_000_000n);
    await expect
      .poll(async () => received((await author.balance()) - authorBefore), patience)
      .toBe(600_030_000n);
    expect(await third.library()).toMatchObject([{ kind: 'resale', content: { title: 'A song' } }]);
    await expect.poll(() => buyer.library(), patience).toEqual([]);
    expect(await textAt(await third.delivered())).toBe('A song.');
    // Their nodes only drafted the messages that the wallet apps signed.
    for (const person of [buyer, third]) {
      expect(await person.balanceOf('service_wallet')).toBe(0n);
      expect(await person.balanceOf('practice_wallet')).toBe(0n);
    }
  },
);

it('keeps a practice network with a damaged chain as a network', async () => {
  const dataDir = temporaryFolder();
  mkdirSync(dirname(embeddedChainFile(dataDir)), { mode: 0o700 });
  writeFileSync(embeddedChainFile(dataDir), 'This is no journal.'.repeat(100));
  const practice = await forkPracticeNode({ dataDir, signal: new AbortController().signal });
  let ended = false;
  practice.onExit(() => {
    ended = true;
  });
  const services = async () => {
    const status = (await (await fetch(`${practice.url}/api/v1/node`)).json()) as { services: object };
    return status.services;
  };
  await expect.poll(services, patience).toMatchObject({ chain: { status: 'unavailable' } });
  expect(await services()).toMatchObject({ api: { status: 'ok' } });
  expect(ended).toBe(false);
  await practice.stop();
  rmSync(dataDir, { recursive: true });
});

it('ends a process that is still starting', async () => {
  const dataDir = temporaryFolder();
  const cancelled = new AbortController();
  const starting = forkPracticeNode({ dataDir, signal: cancelled.signal });
  await expect.poll(() => existsSync(join(dataDir, 'alcove.pid')), patience).toBe(true);
  const pid = Number(readFileSync(join(dataDir, 'alcove.pid'), 'utf8'));
  cancelled.abort();
  await expect(starting).rejects.toThrow('The practice node could not start.');
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  rmSync(dataDir, { recursive: true });
});
