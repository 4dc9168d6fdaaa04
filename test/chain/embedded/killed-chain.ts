import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Address, type Transaction } from '@ton/core';
import { expect } from 'vitest';
import { temporaryFolder } from '../../support/node/start-test-node.ts';
import { randomFrom } from '../../support/seeded.ts';
import { openTestChain, type TestChain } from './open-test-chain.ts';
import { testWallet } from './test-wallet.ts';

const program = fileURLToPath(new URL('./sending-chain.ts', import.meta.url));
const receiver = new Address(0, Buffer.alloc(32, 7));
/** Some hundred blocks are made meanwhile. */
const longestLifeMs = 300;

/** Each check reads the whole chain, so a new one is started now and then. */
const roundsOfOne = 20;

/** Kills a process while it sends, repeatedly, and checks the state of the chain each time. */
export async function killChain(rounds: number, seed: number): Promise<void> {
  const random = randomFrom(seed);
  const folder = temporaryFolder();
  for (let round = 0; round < rounds; round++) {
    const file = join(folder, String(Math.floor(round / roundsOfOne)), 'blocks');
    const acknowledged = await sendUntilKilled(file, random() * longestLifeMs);
    const chain = await openTestChain(file);
    try {
      await checkChain(chain, acknowledged);
    } finally {
      await chain.close();
    }
  }
  rmSync(folder, { recursive: true });
}

/** @returns the number of the last acknowledged transfer, -1 without any */
async function sendUntilKilled(file: string, lifeMs: number): Promise<number> {
  const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('close', (_code, signal) => resolve(signal)),
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await Promise.race([new Promise((resolve) => child.stdout.once('data', resolve)), exited]);
  await pause(lifeMs);
  child.kill('SIGKILL');
  expect(await exited).toBe('SIGKILL');
  // The last line may be incomplete.
  return Number(output.split('\n').at(-2) ?? -1);
}

/** Checks that all acknowledged transfers exist, at most one more, and that all balances add up. */
async function checkChain(chain: TestChain, acknowledged: number): Promise<void> {
  const wallet = testWallet(chain.ton, 'killed');
  const sent = (await wallet.seqno()) - 1;
  expect(sent).toBeGreaterThanOrEqual(acknowledged);
  expect(sent).toBeLessThanOrEqual(acknowledged + 1);
  const { latestSeqno } = await chain.ton.getMasterchainInfo();
  // The faucet's block came first.
  expect(latestSeqno).toBe(sent + 2);
  const received = await allTransactions(chain, receiver);
  const numbers = received.map(({ inMessage }) => inMessage?.body.beginParse().skip(32).loadStringTail());
  expect(numbers).toEqual(Array.from({ length: sent + 1 }, (_, index) => `number ${sent - index}`));
  expect(await chain.ton.getBalance(receiver)).toBe(sumOf(received));
  expect(await chain.ton.getBalance(wallet.address)).toBe(
    sumOf(await allTransactions(chain, wallet.address)),
  );
  const values = received.map(({ inMessage }) =>
    inMessage?.info.type === 'internal' ? inMessage.info.value.coins : 0n,
  );
  expect(values).toEqual(numbers.map((_, index) => BigInt(sent - index) * 1000n));
}

/** The expected balance after all transfers. */
function sumOf(transactions: Transaction[]): bigint {
  let sum = 0n;
  for (const { inMessage, outMessages, totalFees } of transactions) {
    if (inMessage?.info.type === 'internal') sum += inMessage.info.value.coins;
    for (const { info } of outMessages.values()) {
      if (info.type === 'internal') sum -= info.value.coins + info.forwardFee;
    }
    sum -= totalFees.coins;
  }
  return sum;
}

/** Newest first, by pages. */
async function allTransactions(chain: TestChain, address: Address): Promise<Transaction[]> {
  const all = await chain.ton.getTransactions(address, { limit: 99 });
  for (let page = all; page.length > 0; ) {
    const last = all.at(-1) as Transaction;
    const hash = last.hash().toString('base64');
    page = await chain.ton.getTransactions(address, { limit: 99, lt: String(last.lt), hash });
    all.push(...page);
  }
  return all;
}
