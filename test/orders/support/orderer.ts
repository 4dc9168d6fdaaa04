import { NodeError } from '../../../src/core/node-error.ts';
import { chainTruth } from './chain-truth.ts';
import { type OrderWorld, openOrderWorld, registration, sha256Of, ton } from './order-world.ts';
import { StoppingPoints, say } from './stopping-points.ts';

// A node that resumes after a kill, prints the state of the chain, and starts the next order. Arguments: data folder,
// number of the next order (-1: none), the point at which it stops and waits to be killed.
const [folder = '', numberText = '-1', stopAt = ''] = process.argv.slice(2);
const next = Number(numberText);
const points = new StoppingPoints(stopAt);
const world = await openOrderWorld({
  folder,
  nodeSecret: Buffer.alloc(32, 5),
  hasFaucet: false,
  onRepository: (orderRepository) =>
    points.in(orderRepository, {
      add: 'the order',
      setSignedMessage: 'the signature is kept',
      setSent: 'the inclusion is kept',
      settle: 'the index',
    }),
  onChain: (chain) => points.in(chain, { sendFile: 'the broadcast' }),
});
await fund(world);
await world.orders.platform.deployed;
if (next !== 0) await order(world, Math.abs(next) - 1);
await world.until(() =>
  world.orderRepository.page(undefined, undefined, 1000).every(({ state }) => state !== 'open'),
);
await world.indexed();
say(await chainTruth(world, [world.service.address, world.practice.address]));
if (next >= 0) {
  points.isArmed = true;
  say({ at: 'begin' });
  await order(world, next);
  points.reach('the end');
}
await world.stop();

/** Gives both wallets money once. */
async function fund({ service, practice, balance, embedded, orders }: OrderWorld): Promise<void> {
  for (const { raw } of [service, practice]) {
    if ((await balance(raw)) === 0n) await embedded.faucet(raw, 10_000n * ton);
  }
  orders.wake();
}

/**
 * Registers a song with one wallet and buys it with the other. Repeats a request without a response, as a user does.
 */
async function order({ store, orderService, market, settled }: OrderWorld, number: number): Promise<void> {
  const text = `song ${number >> 1}`;
  store(text);
  const isFirst = (number >> 1) % 2 === 0;
  const [seller, buyer] = isFirst
    ? (['service_wallet', 'practice_wallet'] as const)
    : (['practice_wallet', 'service_wallet'] as const);
  try {
    const { query_id } = await orderService.place(
      number % 2 === 0
        ? registration(text, { pay_with: seller })
        : {
            kind: 'purchase',
            pay_with: buyer,
            content_address: market.byFile(sha256Of(text))?.address ?? '',
            licence: 'listen',
          },
    );
    points.reach('after the answer');
    await settled(query_id);
  } catch (error) {
    const isThere = error instanceof NodeError && /^already_/.test(error.code);
    if (!isThere) throw error;
  }
}
