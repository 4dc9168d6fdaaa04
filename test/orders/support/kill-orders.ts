import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { temporaryFolder } from '../../support/node/start-test-node.ts';
import { randomFrom } from '../../support/seeded.ts';
import { type ChainTruth, checkTruth } from './chain-truth.ts';
import { stoppingPoints } from './stopping-points.ts';

const program = fileURLToPath(new URL('./orderer.ts', import.meta.url));
/** Approximate duration of an order in milliseconds. */
const longestLifeMs = 250;
/**
 * Kills a node repeatedly while it registers and buys, at named points and at random ones. Each next node resumes, and
 * the chain is compared with the orders: each must be executed and paid once.
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
    const where = `after ${round} orders, before it is killed: ${isAnywhere ? 'anywhere' : point}`;
    // The first message of the fee wallet deploys the platform.
    checkTruth(truth, { orders: round, where, messages: 1 });
    expect(truth.orderStates.length, where).toBe(round);
  }
  rmSync(folder, { recursive: true });
}

/** @param end a named point, or milliseconds after the start of the order */
async function run(folder: string, next: number, end: string | number, isLast: boolean): Promise<ChainTruth> {
  const child = spawn(process.execPath, [program, folder, String(next), String(end)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)));
  let truth: ChainTruth | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    const message = JSON.parse(line) as ChainTruth | { at: string };
    if (!('at' in message)) truth = message;
    else if (message.at === end) child.kill('SIGKILL');
    else if (message.at === 'begin' && typeof end === 'number') setTimeout(() => child.kill('SIGKILL'), end);
  }
  expect(await exited).toBe(isLast ? 0 : 'SIGKILL');
  if (!truth) throw new Error('The node did not say what is on the chain.');
  return truth;
}
