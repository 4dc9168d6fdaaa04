import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import {
  type PracticeChain,
  practiceChain,
  practiceReady,
} from '../../../src/contract/shell/practice-process.ts';
import { createLogger } from '../../../src/core/log/logger.ts';
import { createChainClient } from '../../../src/features/chain/index.ts';
import { readWallet } from '../../../src/features/chain/runtime.ts';
import { PracticePerson } from '../../../src/features/practice/people/practice-person.ts';
import { publishWorks } from '../../../src/features/practice/people/practice-seller.ts';
import { makeWorks } from '../../../src/features/practice/people/works.ts';
import { fund, practiceWalletFile } from '../../../src/features/practice/start-practice-wallet.ts';
import { WalletAccount } from '../../../src/features/practice/wallet/wallet-account.ts';
import { WalletFile } from '../../../src/features/practice/wallet/wallet-file.ts';
import { temporaryFolder } from '../../support/node/start-test-node.ts';

const program = fileURLToPath(new URL('./practice-to-kill.ts', import.meta.url));
const GRAM = 1_000_000_000n;
const patience = { timeout: 120_000, interval: 100 };

/** The write at which a process ends, counted from 1. */
export interface WriteEnd {
  order: 'before' | 'after';
  write: number;
}

/** A work of somebody whom the practice people do not know. */
const poem = makeWorks()
  .slice(0, 1)
  .map((work) => ({
    ...work,
    id: 'poem',
    title: 'A poem',
    bytes: Buffer.from('Roses'),
    price: String(GRAM),
  }));

/** Starts the process of a practice network. */
async function startPractice(dataDir: string, people: 'people' | '', end?: WriteEnd) {
  const parameters = [dataDir, people, ...(end ? [end.order, String(end.write)] : [])];
  const child = fork(program, parameters, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const exited = once(child, 'exit');
  const chain = new Promise<PracticeChain & { nodeUrl: string }>((resolve) => {
    let nodeUrl = '';
    child.on('message', (message) => {
      nodeUrl = practiceReady.safeParse(message).data?.node_url ?? nodeUrl;
      const ready = practiceChain.safeParse(message).data;
      if (ready) resolve({ ...ready, nodeUrl });
    });
  });
  return {
    chain,
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    /** Ends the process, unless it was killed; returns the signal that killed it. */
    stop: async (): Promise<NodeJS.Signals | null> => {
      if (child.connected) child.send('stop', () => {});
      const [code, signal] = await exited;
      expect([code, signal]).toEqual(signal === null ? [0, null] : [null, 'SIGKILL']);
      return signal;
    },
  };
}

const openClient = (chain: PracticeChain) =>
  createChainClient({ network: 'embedded', endpoints: [chain.endpoint], zerostate: chain.zerostate });

type Author = Pick<PracticePerson, 'account'>;

/** Funds an author, and lets them offer the poem. */
async function offerPoem(dataDir: string, authorFile: string): Promise<Author> {
  const practice = await startPractice(dataDir, '');
  const chain = await practice.chain;
  const client = await openClient(chain);
  const file = new WalletFile(authorFile);
  const { signal } = new AbortController();
  const logger = createLogger('silent');
  const author = new PracticePerson({ file, chain: client.ton, nodeUrl: chain.nodeUrl, logger, signal });
  await fund(file, author.account, { client, endpoint: chain.endpoint, amount: 10n * GRAM });
  await publishWorks(author, () => poem);
  client.close();
  await practice.stop();
  return author;
}

/** The file of a wallet; empty before it exists. */
const stored = (dataDir: string, name: string): { seed?: string; done: string[] } => {
  const path = practiceWalletFile(dataDir, name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { done: [] };
};

const isDone = (dataDir: string): boolean =>
  stored(dataDir, 'seller').done.includes('publish:all') && stored(dataDir, 'buyer').done.length > 0;

/** Reads the balances on the chain in GRAM, of the author, the practice people and the user, and the titles for sale. */
async function readTruth(dataDir: string, { account }: Author) {
  const practice = await startPractice(dataDir, 'people');
  const chain = await practice.chain;
  const client = await openClient(chain);
  const wallets = ['seller', 'buyer', 'user'].map(
    (name) => new WalletAccount(Buffer.from(stored(dataDir, name).seed ?? '', 'base64')),
  );
  const balances: string[] = [];
  for (const { address } of [account, ...wallets]) {
    const { balance } = await readWallet(client.ton, address);
    balances.push((Number(balance) / Number(GRAM)).toFixed(1));
  }
  client.close();
  const list = await fetch(`${chain.nodeUrl}/api/v1/content.list`);
  const { items } = (await list.json()) as { items: { title: string; encrypted: unknown }[] };
  const titles = items.filter(({ encrypted }) => encrypted).map(({ title }) => title);
  await practice.stop();
  return { balances, titles: titles.sort() };
}

/**
 * Ends the practice network at writes of its wallets, and starts it again until its people have sold and bought
 * everything: each work must be offered and paid once, and each wallet funded once.
 * @param endOf the write at which the n-th process ends; undefined: none
 * @returns the number of processes that ended there
 */
export async function killPractice(endOf: (round: number) => WriteEnd | undefined): Promise<number> {
  const folder = temporaryFolder();
  const dataDir = join(folder, 'practice');
  const author = await offerPoem(dataDir, join(folder, 'author.json'));
  let kills = 0;
  while (!isDone(dataDir)) {
    const practice = await startPractice(dataDir, 'people', endOf(kills));
    await expect.poll(() => practice.hasExited() || isDone(dataDir), patience).toBe(true);
    if ((await practice.stop()) === 'SIGKILL') kills += 1;
  }
  expect(await readTruth(dataDir, author)).toEqual({
    balances: ['10.9', '999.8', '999.0', '100.0'],
    titles: [...poem, ...makeWorks()].map(({ title }) => title).sort(),
  });
  rmSync(folder, { recursive: true });
  return kills;
}
