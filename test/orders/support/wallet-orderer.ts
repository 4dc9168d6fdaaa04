import { createInterface } from 'node:readline';
import { Address } from '@ton/core';
import { NodeError } from '../../../src/core/node-error.ts';
import type { ConnectedWallets } from '../../../src/features/orders/order-context.ts';
import { testWallet } from '../../support/wallets/test-wallet.ts';
import { chainTruth, purse } from './chain-truth.ts';
import { type OrderWorld, openOrderWorld, registration, sha256Of, ton } from './order-world.ts';
import { StoppingPoints, say } from './stopping-points.ts';
import { walletSeeds } from './wallet-app.ts';

// Like orderer.ts, but with wallet apps outside of this process. Prints the requests to them, and reads signed messages
// from its standard input, one message in base64 per line. An empty line ends the messages of earlier runs.
const [folder = '', numberText = '-1', stopAt = ''] = process.argv.slice(2);
const next = Number(numberText);
const points = new StoppingPoints(stopAt);
const wallets = walletSeeds.map((seed) => Address.parse(testWallet(seed, 'v5R1').address));
let payer = 0;
let replied = (_reply: 'signed'): void => {};
const apps: ConnectedWallets = {
  of: () => wallets[payer]?.toRawString(),
  ask: (_, { messages }) => {
    say({ wallet: payer, message: messages[0] });
    return new Promise((resolve) => {
      replied = resolve;
    });
  },
};
const world = await openOrderWorld({
  folder,
  nodeSecret: Buffer.alloc(32, 6),
  hasFaucet: false,
  connected: points.in(apps, { ask: 'the question' }),
  onRepository: (orderRepository) =>
    points.in(orderRepository, { add: 'the order', setReply: 'the reply is kept', settle: 'the index' }),
});
await fund(world);
await world.orders.platform.deployed;
const earlier = Promise.withResolvers<void>();
createInterface({ input: process.stdin }).on('line', (line) => {
  if (line === '') return earlier.resolve();
  points.reach('before the broadcast');
  // Errors are ignored, because the chain refuses a message that it has already accepted.
  world.ton
    .sendFile(Buffer.from(line, 'base64'))
    .catch(() => {})
    .then(() => {
      points.reach('after the broadcast');
      replied('signed');
    });
});
// Does what the index does after each block.
const expiring = setInterval(() => world.orders.expire(world.indexer.state().completeUntil), 50);
if (next !== 0) await order(Math.abs(next) - 1);
await earlier.promise;
await noneOpen(world);
await world.indexed();
const { service, practice, balance } = world;
const hot = [String(await balance(service.raw)), String(await balance(practice.raw))];
say({ ...(await chainTruth(world, wallets)), hot });
if (next >= 0) {
  points.isArmed = true;
  say({ at: 'begin' });
  await order(next);
  points.reach('the end');
}
clearInterval(expiring);
await world.stop();
process.exit(0);

/** Gives the wallet apps money once, and the fee wallet the amount for its platform. */
async function fund({ service: fee, balance: balanceOf, embedded, orders }: OrderWorld): Promise<void> {
  const purses = [
    ...wallets.map((wallet) => [wallet.toRawString(), purse] as const),
    [fee.raw, ton] as const,
  ];
  for (const [address, amount] of purses) {
    if ((await balanceOf(address)) === 0n) await embedded.faucet(address, amount);
  }
  orders.wake();
}

async function noneOpen({ until, orderRepository }: OrderWorld): Promise<void> {
  await until(() => orderRepository.page(undefined, undefined, 1000).every(({ state }) => state !== 'open'));
}

/**
 * Registers a song with one wallet and buys it with the other. Repeats a request without a response, as a user does.
 */
async function order(number: number): Promise<void> {
  const { store, orderService, market, settled } = world;
  const text = `song ${number >> 1}`;
  store(text);
  payer = ((number >> 1) + number) % 2;
  try {
    const { query_id } = await orderService.place(
      number % 2 === 0
        ? registration(text, { pay_with: 'wallet' })
        : {
            ...{ kind: 'purchase', pay_with: 'wallet', licence: 'listen' },
            content_address: market.byFile(sha256Of(text))?.address ?? '',
          },
    );
    points.reach('after the answer');
    const { state } = await settled(query_id);
    if (state === 'expired') await order(number);
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    if (/^already_/.test(error.code)) return;
    if (error.code !== 'order_open') throw error;
    // The order has expired, which the index reports next.
    await noneOpen(world);
    await order(number);
  }
}
