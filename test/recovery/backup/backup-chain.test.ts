import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ChainState } from '../../../src/contract/dashboard-api/chain.ts';
import type { MarketPage } from '../../../src/contract/dashboard-api/market.ts';
import type { Order, OrderPage } from '../../../src/contract/dashboard-api/orders.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { createLogger } from '../../../src/core/log/logger.ts';
import {
  embeddedChainFile,
  openEmbeddedChain,
} from '../../../src/features/chain/embedded/open-embedded-chain.ts';
import { backUp } from '../../../src/features/recovery/backup/backup.ts';
import { restore } from '../../../src/features/recovery/backup/restore-backup.ts';
import { damageTransaction } from '../../chain/embedded/damage-transaction.ts';
import { postToEnd } from '../../support/node/post-to-end.ts';
import { runAlcove } from '../../support/node/run-alcove.ts';
import { startTestNode, type TestNode, temporaryFolder } from '../../support/node/start-test-node.ts';

let root: string;
let dataDir: string;
let backup: string;
let restored: string;
let running: TestNode | undefined;

beforeEach(() => {
  root = temporaryFolder();
  dataDir = join(root, 'data');
  backup = join(root, 'backup');
  restored = join(root, 'restored');
});
afterEach(async () => {
  await end();
  rmSync(root, { recursive: true, force: true });
});

const patience = { timeout: 120_000, interval: 100 };

/** A node with an embedded chain and its platform. */
async function begin(folder = dataDir) {
  const node = await startTestNode({ dataDir: folder, settings: { chain: { network: 'embedded' } } });
  running = node;
  const get = async <T>(path: string): Promise<T> => (await (await node.askLocal(path)).json()) as T;
  const post = async <T>(path: string, body: object): Promise<T> => {
    const response = await postToEnd(node, path, body);
    expect(response.status, await response.clone().text()).toBe(200);
    return (await response.json()) as T;
  };
  const chain = () => get<ChainState>('/local/chain');
  await expect.poll(async () => (await chain()).platform.state, patience).toBe('deployed');
  return {
    node,
    chain,
    faucet: () => post('/local/chain/faucet', { payer: 'practice_wallet', amount: '100000000000' }),
    market: async () => (await get<MarketPage>('/local/market')).items,
    /** Resolves when it is on the chain. */
    order: async (request: object): Promise<void> => {
      const { query_id: id } = await post<Order>('/local/orders', {
        pay_with: 'practice_wallet',
        ...request,
      });
      const state = async () =>
        (await get<OrderPage>('/local/orders')).items.find(({ query_id }) => query_id === id)?.state;
      await expect.poll(state, patience).toBe('confirmed');
    },
  };
}

async function end(): Promise<void> {
  await running?.stop();
  running = undefined;
}

/** The state of the backup: all but its stored files. */
const stateIn = (folder: string): string =>
  join(folder, readdirSync(folder).find((name) => name.startsWith('state-')) as string);

it('contains the embedded chain with all contents, and a restored node continues it', async () => {
  const first = await begin();
  await first.faucet();
  const { content_id } = (await first.node
    .client(await first.node.token('storage:write'))
    .storage.upload(Buffer.from('A song.'))) as { content_id: string };
  const terms = { price: '2000000000', resale_price: '4000000000', allow_resale: true };
  await first.order({
    kind: 'register',
    content_id,
    title: 'A song',
    downloadable: true,
    royalties: [],
    ...terms,
  });
  const [registered] = await first.market();
  const { platform } = await first.chain();
  expect(await runAlcove('backup', backup, '--data-dir', dataDir)).toMatchObject({ code: 0 });
  await end();

  expect(await runAlcove('restore', backup, '--data-dir', restored)).toMatchObject({ code: 0 });
  const second = await begin(restored);
  expect((await second.chain()).platform.address).toBe(platform.address);
  expect(await second.market()).toEqual([
    { ...registered, content_url: expect.stringContaining(registered?.content_id as string) },
  ]);
  // On the chain itself, and not in the index alone.
  const { content_address } = registered as { content_address: string };
  await second.order({ kind: 'terms', content_address, ...terms, price: '3000000000', withdrawn: false });
  expect(await second.market()).toMatchObject([{ content_address, price: '3000000000' }]);
});

const backUpNow = () =>
  backUp({ dataDir, folder: backup, verify: false, onProgress: () => {}, clock: systemClock });
const restoreNow = () => restore({ folder: backup, dataDir: restored, onProgress: () => {} });

/**
 * A stopped node with three blocks.
 * @returns the journal
 */
async function makeChain(): Promise<string> {
  const address = `0:${'1'.repeat(64)}`;
  expect(await runAlcove('chain', 'faucet', address, '1', '--data-dir', dataDir)).toMatchObject({ code: 0 });
  const file = embeddedChainFile(dataDir);
  const chain = await openEmbeddedChain({ file, logger: createLogger('silent') });
  await chain.faucet(address, 1n);
  await chain.faucet(address, 1n);
  await chain.close();
  return file;
}

function contentOf(file: string): unknown[] {
  const db = new Database(file, { readonly: true });
  try {
    return db.prepare('SELECT * FROM transactions').all();
  } finally {
    db.close();
  }
}

it('a backup is refused while the chain is damaged, and the one before stays', async () => {
  const journal = await makeChain();
  const content = contentOf(journal);
  await backUpNow();
  const whole = readFileSync(journal);
  const cut = [whole.length - 4096, 64, 20].map((size) => whole.subarray(0, size));
  for (const bytes of [damageTransaction(whole), ...cut]) {
    writeFileSync(journal, bytes);
    await expect(backUpNow()).rejects.toThrow(/damaged.*The backup made before.*is as it was/);
  }
  rmSync(journal);
  await expect(backUpNow()).rejects.toThrow(/is missing.*The backup made before.*is as it was/);
  await restoreNow();
  expect(contentOf(embeddedChainFile(restored))).toEqual(content);
});

it('a backup with forged data writes nothing outside the folder', async () => {
  await makeChain();
  await backUpNow();
  const path = join(backup, 'manifest.json');
  const manifest = readFileSync(path, 'utf8');
  for (const name of ['embedded-chain/../../planted', 'embedded-chain/planted', join(root, 'planted')]) {
    writeFileSync(path, manifest.replace('embedded-chain/blocks', name));
    await expect(restoreNow()).rejects.toThrow('can’t be read');
    expect(existsSync(restored)).toBe(false);
  }
  writeFileSync(path, manifest);
  const journal = embeddedChainFile(stateIn(backup));
  truncateSync(journal, 100);
  await expect(restoreNow()).rejects.toThrow('missing or damaged');
  rmSync(journal);
  symlinkSync(join(dataDir, 'alcove.db'), journal);
  await expect(restoreNow()).rejects.toThrow('missing or damaged');
  expect(readdirSync(restored)).toEqual([]);
});
