import { afterEach, expect, it } from 'vitest';
import { message } from '../../../src/core/messages/message.ts';
import { temporaryFolder } from '../../support/node/start-test-node.ts';
import {
  type OrderWorld,
  openChain,
  openOrderWorld,
  registration,
  sha256Of,
} from '../support/order-world.ts';

const worlds: OrderWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.stop();
});

it('lets the author of a file register it after another user did', async () => {
  const embedded = openChain(temporaryFolder());
  const author = await openOrderWorld({ embedded });
  worlds.push(author);
  await author.orders.platform.deployed;
  const adopted = { address: author.platform.address, source: 'author.example' };
  const squatter = await openOrderWorld({ embedded, adopted });
  worlds.push(squatter);
  await squatter.orders.platform.deployed;
  for (const world of worlds) world.store('a');
  const free = { title: 'Look what I have', price: '0', resale_price: '0' };
  const { query_id } = await squatter.orderService.place(registration('a', free));
  expect((await squatter.settled(query_id)).state).toBe('confirmed');
  await author.until(() => author.market.byFile(sha256Of('a')));

  const order = registration('a');
  const { warning } = await author.orderService.quote(order);
  expect(warning).toEqual(message('orders.registeredByOthers', { title: 'Look what I have' }));
  const placed = await author.orderService.place(order);
  const { state, contentAddress } = await author.settled(placed.query_id);
  expect(state).toBe('confirmed');
  expect(author.market.byAddress(contentAddress ?? '')).toMatchObject({
    title: 'Song a',
    owner: author.practice.raw,
  });

  // A second registration by the same owner would waste its fee.
  for (const world of worlds) {
    await world.indexed();
    await expect(world.orderService.quote(order)).rejects.toMatchObject({ code: 'already_registered' });
    await expect(world.orderService.place(order)).rejects.toMatchObject({ code: 'already_registered' });
  }
  for (const world of worlds.splice(0)) await world.stop();
  await embedded.close();
});
