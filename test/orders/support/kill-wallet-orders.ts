import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { temporaryFolder } from '../../support/node/start-test-node.ts';
import { randomFrom } from '../../support/seeded.ts';
import type { WalletMessage } from '../../support/wallets/chain-wallet.ts';
import { type ChainTruth, checkTruth } from './chain-truth.ts';
import { walletStoppingPoints } from './stopping-points.ts';
import { WalletApp, walletSeeds } from './wallet-app.ts';

const program = fileURLToPath(new URL('./wallet-orderer.ts', import.meta.url));
const clock = new URL('../../support/lab/clock-off.mjs', import.meta.url).href;
/** Approximate duration of an order in milliseconds. */
const longestLifeMs = 250;
/** Longest validity of an order in seconds. */
const lateS = 600;

type Truth = ChainTruth & { hot: string[] };
interface Asked {
  wallet: number;
  message: WalletMessage;
}
type Message = Truth | { at: string } | Asked;

/** A phone with both wallet apps, which continues when the node is killed. */
class Phone {
  readonly #random: () => number;
  readonly #apps = walletSeeds.map((seed) => new WalletApp(seed));
  /** The last request, if the user has neither confirmed nor declined it. */
  #unread: Asked | undefined;
  /** Confirmed messages, which are sent until they arrive. */
  signed: string[] = [];
  /** Offset of all clocks in seconds. */
  aheadS = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Confirms a request if the user does so at once. */
  ask(asked: Asked, isSure: boolean): string | undefined {
    this.#unread = asked;
    return isSure || this.#random() < 0.6 ? this.#sign() : undefined;
  }

  /** Confirms late, or lets the request expire, before the node starts again. */
  settle(): void {
    if (this.signed.length > 0) return;
    if (this.#unread && this.#random() < 0.7) this.#sign();
    else this.aheadS += lateS;
  }

  /** Continues from the seqnos of the chain, after all confirmed messages have arrived. */
  synchronise(seqnos: number[]): void {
    for (const [wallet, app] of this.#apps.entries()) app.seqno = seqnos[wallet] ?? 0;
    this.#unread = undefined;
    this.signed = [];
  }

  #sign(): string | undefined {
    if (!this.#unread) return undefined;
    const until = Math.floor(Date.now() / 1000) + this.aheadS + lateS;
    const signed = this.#apps[this.#unread.wallet]?.sign(this.#unread.message, until) ?? '';
    this.signed.push(signed);
    this.#unread = undefined;
    return signed;
  }
}

/**
 * Kills a node repeatedly while it registers and buys with wallet apps, which confirm at once, while the node is down,
 * or never. Each next node resumes, and the chain is compared with the orders: each must be executed once, and paid
 * once by the app and never by the node.
 */
export async function killWalletOrders(rounds: number, seed: number): Promise<void> {
  const random = randomFrom(seed);
  const folder = temporaryFolder();
  const phone = new Phone(random);
  let hot: string[] | undefined;
  for (let round = 0; round <= rounds; round++) {
    const isLast = round === rounds;
    const point = walletStoppingPoints[Math.floor(random() * walletStoppingPoints.length)] ?? '';
    const end = random() < 0.25 ? random() * longestLifeMs : point;
    if (round > 0) phone.settle();
    const truth = await run(folder, isLast ? -round : round, end, phone);
    const where = `after ${round} orders, before it is killed: ${end}`;
    checkTruth(truth, { orders: round, where, messages: 0 });
    hot ??= truth.hot;
    expect(truth.hot, where).toEqual(hot);
  }
  rmSync(folder, { recursive: true });
}

/** @param end a named point, or milliseconds after the start of the order */
async function run(folder: string, next: number, end: string | number, phone: Phone): Promise<Truth> {
  const child = spawn(process.execPath, [`--import=${clock}`, program, folder, String(next), String(end)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, CLOCK_OFF_S: String(phone.aheadS) },
  });
  const exited = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)));
  const kill = () => child.kill('SIGKILL');
  // The process may have ended before the phone responds.
  child.stdin.on('error', () => {});
  child.stdin.write([...phone.signed, '', ''].join('\n'));
  let truth: Truth | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    const message = JSON.parse(line) as Message;
    if ('message' in message) {
      const signed = phone.ask(message, truth === undefined);
      if (signed === undefined) kill();
      else child.stdin.write(`${signed}\n`);
    } else if (!('at' in message)) {
      truth = message;
      phone.synchronise(message.seqnos);
    } else if (message.at === end) kill();
    else if (message.at === 'begin' && typeof end === 'number') setTimeout(kill, end);
  }
  expect(await exited).toBe(next < 0 ? 0 : 'SIGKILL');
  if (!truth) throw new Error('The node did not say what is on the chain.');
  return truth;
}
