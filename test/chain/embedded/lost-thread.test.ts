import { mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { Address } from '@ton/core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../../src/core/log/logger.ts';
import {
  embeddedChainFile,
  openEmbeddedChain,
} from '../../../src/features/chain/embedded/open-embedded-chain.ts';
import { json, startTestNode, temporaryFolder } from '../../support/node/start-test-node.ts';
import { longIt } from '../../support/random-runs.ts';
import { damageTransaction } from './damage-transaction.ts';
import { limitFileSize } from './limit-file-size.ts';
import { openTestChain, type TestChain } from './open-test-chain.ts';
import { testWallet } from './test-wallet.ts';

const folder = temporaryFolder();
const file = (name: string) => join(folder, name, 'blocks');
const stranger = new Address(0, Buffer.alloc(32, 1));
const patience = { timeout: 120_000, interval: 20 };

/** Every thread started by this process, oldest first. */
const threads: Worker[] = [];
const note = (worker: Worker) => threads.push(worker);
/** Ends the newest one at any point, as a lack of memory would. */
const killThread = () => (threads.at(-1) as Worker).terminate();

beforeAll(() => {
  process.on('worker', note);
});
afterAll(() => {
  process.off('worker', note);
  rmSync(folder, { recursive: true });
});

const open: TestChain[] = [];
const openChain = async (name: string) => {
  const chain = await openTestChain(file(name));
  open.push(chain);
  return chain;
};
afterEach(async () => {
  for (const chain of open.splice(0)) await chain.close();
});

/** Resolves when the chain has ended, and when it runs again. */
const nextState = (chain: TestChain) =>
  new Promise<void>((resolve) => {
    const end = chain.onState(() => {
      end();
      resolve();
    });
  });

test('reports chain_unavailable when its thread is killed, restarts and keeps its state', async () => {
  const chain = await openChain('killed');
  const wallet = testWallet(chain.ton, 'killed');
  await chain.faucet(wallet.address.toRawString(), 10_000_000_000n);
  await wallet.send(stranger, 1_000_000_000n, 'before');
  const before = await chain.ask('getTransactions', { address: wallet.address.toString() });

  const lost = nextState(chain);
  const unanswered = chain.ton.getMasterchainInfo().catch((error: unknown) => error);
  await killThread();
  await lost;
  const back = nextState(chain);
  const isUnavailable = { code: 'chain_unavailable', message: expect.stringContaining('stopped') };
  expect(await unanswered).toMatchObject(isUnavailable);
  await expect(chain.ton.getMasterchainInfo()).rejects.toMatchObject(isUnavailable);
  await expect(chain.faucet(stranger.toRawString(), 1n)).rejects.toMatchObject(isUnavailable);

  await back;
  expect(await chain.ask('getTransactions', { address: wallet.address.toString() })).toEqual(before);
  await wallet.send(stranger, 1_000_000_000n, 'after');
  expect(await wallet.seqno()).toBe(2);
});

longIt(
  'loses nothing acknowledged when it is killed repeatedly in the middle of blocks',
  {
    retry: 0,
  },
  async () => {
    const chain = await openChain('busy');
    let given = 0;
    let uncertain = 0;
    const giveUntilLost = async () => {
      for (;;) {
        try {
          await chain.faucet(stranger.toRawString(), 1n);
          given += 1;
        } catch (error) {
          expect(error).toMatchObject({ code: 'chain_unavailable' });
          uncertain += 1;
          return;
        }
      }
    };
    for (let round = 0; round < 2; round++) {
      const enough = given + 5;
      const giving = giveUntilLost();
      await expect.poll(() => given, patience).toBeGreaterThan(enough);
      await killThread();
      await giving;
      await expect.poll(() => chain.ton.getMasterchainInfo().catch(() => undefined), patience).toBeDefined();
      const { latestSeqno } = await chain.ton.getMasterchainInfo();
      expect(latestSeqno).toBeGreaterThanOrEqual(given);
      expect(latestSeqno).toBeLessThanOrEqual(given + uncertain);
    }
  },
);

test('repeats the last block to followers, and its port answers again', async () => {
  const chain = await openChain('served');
  const { url, stop } = await chain.serve(0);
  await chain.faucet(stranger.toRawString(), 1n);
  const heard = new Promise<number>((resolve) => chain.onBlock(resolve));
  await killThread();
  expect(await heard).toBe(1);
  const ask = () =>
    fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ id: 1, method: 'getMasterchainInfo' }),
    }).then(({ status }) => status);
  await expect.poll(() => ask().catch(() => 0), patience).toBe(200);
  await stop();
  await expect(ask()).rejects.toThrow();
});

longIt('reports a journal damaged meanwhile, retries, and reads it once it is restored', async () => {
  const chain = await openChain('damaged');
  for (let block = 0; block < 3; block++) await chain.faucet(stranger.toRawString(), 1n);
  const whole = readFileSync(file('damaged'));
  const lost = nextState(chain);
  const damaged = damageTransaction(whole);
  writeFileSync(file('damaged'), damaged);
  await killThread();
  await lost;
  const message = () => chain.ton.getMasterchainInfo().catch((error: Error) => error.message);
  await expect.poll(message, patience).toMatch(/damaged in block \d.*Nothing was changed/);
  writeFileSync(file('damaged'), whole);
  await expect.poll(message, patience).toMatchObject({ latestSeqno: 3 });
});

test.runIf(process.platform === 'linux')(
  'reads the state of a block that could be neither written nor rolled back from the journal',
  async () => {
    const chain = await openChain('uncertain');
    const wallet = testWallet(chain.ton, 'uncertain');
    const give = () => chain.faucet(wallet.address.toRawString(), 1_000_000_000n);
    while (statSync(file('uncertain')).size < 65_536) await give();
    const seqno = () =>
      chain.ton.getMasterchainInfo().then(
        ({ latestSeqno }) => latestSeqno,
        () => 'unavailable',
      );
    const before = await seqno();
    const isUnavailable = { code: 'chain_unavailable' };
    const attempts = [
      () => expect(give()).rejects.toMatchObject(isUnavailable),
      () =>
        expect(wallet.send(stranger, 1n)).rejects.toMatchObject({
          ...isUnavailable,
          message: expect.stringContaining('The chain may or may not have accepted the message'),
        }),
    ];
    for (const attempt of attempts) {
      const unlimited = limitFileSize(32_768);
      try {
        await attempt();
      } finally {
        unlimited();
      }
      await expect.poll(seqno, patience).toBe(before);
    }
  },
);

test('does not restart when it is closed meanwhile', async () => {
  const chain = await openTestChain(file('closed'));
  const lost = nextState(chain);
  await killThread();
  await lost;
  const started = threads.length;
  await chain.close();
  await expect(chain.ton.getMasterchainInfo()).rejects.toMatchObject({ code: 'chain_unavailable' });
  // The journal is closed, so that another process can open it.
  const other = await openEmbeddedChain({ file: file('closed'), logger: createLogger('silent') });
  await other.faucet(stranger.toRawString(), 1n);
  await other.close();
  expect(threads.length).toBe(started + 1);
});

test('reports an unavailable chain in the status of the node, and follows it afterwards', async () => {
  const alcove = await startTestNode({ settings: { chain: { network: 'embedded' } } });
  try {
    const status = async () => {
      const response = await alcove.ask('/api/v1/node');
      return ((await response.json()) as { services: { chain: { status: string } } }).services.chain.status;
    };
    await expect.poll(status, patience).toBe('ok');
    const journal = embeddedChainFile(alcove.dataDir);
    renameSync(journal, `${journal}.away`);
    // So that it stays unavailable during the checks.
    mkdirSync(journal);
    await killThread();
    await expect.poll(status, patience).toBe('unavailable');
    const faucet = { method: 'POST', ...json({ payer: 'practice_wallet', amount: '1' }) };
    const refused = await alcove.askLocal('/local/chain/faucet', faucet);
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'chain_unavailable' }]);
    rmdirSync(journal);
    renameSync(`${journal}.away`, journal);
    await expect.poll(status, patience).toBe('ok');
    expect((await alcove.askLocal('/local/chain/faucet', faucet)).status).toBe(200);
  } finally {
    await alcove.stop();
  }
});
