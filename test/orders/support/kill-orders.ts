import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { temporaryFolder } from '../../support/node/start-test-node.ts';
import { randomFrom } from '../../support/seeded.ts';
import { ton } from './order-world.ts';
import { stoppingPoints } from './stopping-points.ts';

const program = fileURLToPath(new URL('./orderer.ts', import.meta.url));
/** An order takes about as long. */
const longestLifeMs = 250;
const price = ton;
/** What an order costs beside its price, with what is kept for rent: between these, in nanograms. */
const registerCost = [100_000_000n, 140_000_000n] as const;
const purchaseCost = [10_000_000n, 70_000_000n] as const;
/** A wallet that receives a price pays for it. */
const receiptCost = 1_000_000n;

interface Truth {
  contents: number;
  licences: number[];
  balances: string[];
  seqnos: number[];
  orderStates: string[];
}

/**
 * Kills a node in the middle of registering and buying, again and again, at named points and at any; each next one
 * goes on, and what is on the chain is compared with what was ordered: once each, and paid once.
 */
export async function killOrders(rounds: number, seed: number): Promise<void> {
  const random = randomFrom(seed);
  const folder = temporaryFolder();
  for (let round = 0; round <= rounds; round++) {
    const isLast = round === rounds;
    const isAnywhere = random() < 0.25;
    const point = stoppingPoints[Math.floor(random() * stoppingPoints.length)] ?? '';
    const truth = await run(
      folder,
      isLast ? -round : round,
      isAnywhere ? random() * longestLifeMs : point,
      isLast,
    );
    check(truth, round, isAnywhere ? 'anywhere' : point);
  }
  rmSync(folder, { recursive: true });
}

/** @param end a point, or milliseconds after the order has begun */
async function run(folder: string, next: number, end: string | number, isLast: boolean): Promise<Truth> {
  const child = spawn(process.execPath, [program, folder, String(next), String(end)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)));
  let truth: Truth | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    const told = JSON.parse(line) as Truth | { at: string };
    if (!('at' in told)) truth = told;
    else if (told.at === end) child.kill('SIGKILL');
    else if (told.at === 'begin' && typeof end === 'number') setTimeout(() => child.kill('SIGKILL'), end);
  }
  expect(await exited).toBe(isLast ? 0 : 'SIGKILL');
  if (!truth) throw new Error('The node did not say what is on the chain.');
  return truth;
}

/** @param orders how many were begun before, all of which must have happened by now, once */
function check(
  { contents, licences, balances, seqnos, orderStates }: Truth,
  orders: number,
  point: string,
): void {
  const registered = Math.ceil(orders / 2);
  const bought = orders >> 1;
  const where = `after ${orders} orders, before it is killed: ${point}`;
  expect(contents, where).toBe(registered);
  expect(licences, where).toEqual(Array.from({ length: registered }, (_, song) => (song < bought ? 1 : 0)));
  expect(orderStates.filter((text) => text === 'register confirmed').length, where).toBe(registered);
  expect(orderStates.filter((text) => text === 'purchase confirmed').length, where).toBe(bought);
  expect(orderStates.length, where).toBe(orders);

  for (const [wallet, balance] of balances.entries()) {
    const songs = (count: number, mine: boolean) =>
      Array.from({ length: count }, (_, song) => song % 2).filter((seller) => (seller === wallet) === mine)
        .length;
    const counts = {
      registered: songs(registered, true),
      sold: songs(bought, true),
      bought: songs(bought, false),
    };
    // The platform is the fee wallet's first message.
    expect(seqnos[wallet], where).toBe(counts.registered + counts.bought + (wallet === 0 ? 1 : 0));
    const spent = 10_000n * ton - BigInt(balance);
    const least = expected(counts, registerCost[0], purchaseCost[0], 0n);
    const most = expected(counts, registerCost[1], purchaseCost[1], receiptCost) + 200_000_000n;
    expect(spent >= least && spent <= most, `${where}: ${spent} is not from ${least} to ${most}`).toBe(true);
  }
}

function expected(
  counts: { registered: number; sold: number; bought: number },
  register: bigint,
  purchase: bigint,
  receipt: bigint,
): bigint {
  const { registered, sold, bought } = counts;
  return (
    BigInt(registered) * register + BigInt(bought) * (price + purchase) - BigInt(sold) * (price - receipt)
  );
}
