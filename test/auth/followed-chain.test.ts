import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Address, toNano } from '@ton/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account, signedIn } from '../../src/contract/node-api/auth.ts';
import { createLogger } from '../../src/core/log/logger.ts';
import { WalletBalances } from '../../src/features/auth/wallet-balances.ts';
import { askFaucet } from '../../src/features/chain/client/ask-faucet.ts';
import { createBalanceReader } from '../../src/features/chain/wallets/balance-reader.ts';
import { openTestChain, type TestChain } from '../chain/embedded/open-test-chain.ts';
import { json, startTestNode, type TestNode, temporaryFolder } from '../support/node/start-test-node.ts';
import { keysOf, telegramWallet } from '../support/wallets/telegram-wallet.ts';
import { type TestWallet, testWallet } from '../support/wallets/test-wallet.ts';

const domain = 'app.example';

describe('a node with a chain', () => {
  let node: TestNode;
  let endpoint: string;
  beforeAll(async () => {
    const sign_in = { who: 'anyone' as const, domains: [domain] };
    node = await startTestNode({ settings: { sign_in, chain: { network: 'embedded' } } });
    ({ endpoint } = await node.node.shareChain());
  });
  afterAll(() => node.stop());

  const twa = async (body: object) => {
    const response = await node.ask('/api/v1/auth.twa', { method: 'POST', ...json(body) });
    return { status: response.status, body: await response.json() };
  };
  const signIn = async (wallet: TestWallet, keys?: Parameters<TestWallet['prove']>[3]) => {
    const { auth_v1_token: challenge } = signedIn.parse((await twa({})).body);
    return twa({ ton_proof: wallet.prove(domain, challenge, undefined, keys) });
  };

  it('shows the balance of a connected wallet', async () => {
    const wallet = testWallet(61, 'v5R1');
    await askFaucet(endpoint, wallet.address, toNano(5));
    const { connected_wallet, auth_v1_token } = signedIn.parse((await signIn(wallet)).body);
    expect(connected_wallet?.ton_balance).toBe(String(toNano(5)));
    const response = await node.ask('/api/v1/account', { headers: { Authorization: auth_v1_token } });
    const { wallets } = account.parse(await response.json());
    expect(wallets.map(({ ton_balance }) => ton_balance)).toEqual([String(toNano(5))]);
  });

  it('accepts Telegram’s wallet with its current key', async () => {
    const wallet = telegramWallet(62);
    expect(await signIn(wallet)).toMatchObject({
      status: 200,
      body: { connected_wallet: { version: 'Telegram', ton_balance: '0' } },
    });
    expect(await signIn(wallet, keysOf(63))).toMatchObject({
      status: 401,
      body: { code: 'invalid_ton_proof' },
    });
  });
});

describe('balances', () => {
  const folder = temporaryFolder();
  let chain: TestChain;
  beforeAll(async () => {
    chain = await openTestChain(join(folder, 'blocks'));
  });
  afterAll(async () => {
    await chain.close();
    rmSync(folder, { recursive: true });
  });

  it('are read again after 30 seconds, and stay known while the chain is silent', async () => {
    const address = new Address(0, Buffer.alloc(32, 9));
    const reader = createBalanceReader(chain.ton, createLogger('silent'));
    let now = 0;
    let isSilent = false;
    const balances = new WalletBalances({
      read: async (wallet) => (isSilent ? null : reader(wallet)),
      clock: () => now,
    });
    const linked = { version: 'v5R1', address: address.toString(), proven: true, ton_balance: null };
    const balance = async () => (await balances.add(linked)).ton_balance;
    expect(await balance()).toBe('0');
    await chain.faucet(address.toRawString(), toNano(2));
    now += 29_999;
    expect(await balance()).toBe('0');
    now += 1;
    expect(await balance()).toBe(String(toNano(2)));
    isSilent = true;
    now += 60_000;
    expect(await balance()).toBe(String(toNano(2)));
    expect(await balances.add(null)).toBeNull();
    const other = { ...linked, address: new Address(0, Buffer.alloc(32, 10)).toString() };
    expect((await balances.add(other)).ton_balance).toBeNull();
    isSilent = false;
    expect((await balances.add({ ...other, proven: false })).ton_balance, 'costs no request').toBeNull();
  });
});
