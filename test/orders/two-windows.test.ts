import { afterEach, beforeEach, expect, it } from 'vitest';
import { idOf, type OrderWorld, openOrderWorld, registration, sha256Of } from './support/order-world.ts';

let world: OrderWorld;
let isSending: boolean;
beforeEach(async () => {
  isSending = true;
  world = await openOrderWorld({
    encrypts: true,
    // Keeps orders open.
    onChain: (chain) => ({
      ...{ getContractState: chain.getContractState, getTransactions: chain.getTransactions },
      runMethod: chain.runMethod,
      sendFile: async (boc) => (isSending ? chain.sendFile(boc) : undefined),
    }),
  });
  await world.orders.platform.deployed;
  isSending = false;
  world.store('a');
});
afterEach(() => world.stop());

const [first, second] = ['https://first.example', 'https://second.example'];
const free = { price: '0', resale_price: '0', allow_resale: false };

it('two windows keep the host that one of them chose, and the last one where both did', async () => {
  const { query_id: id } = await world.orderService.place(registration('a', { host: first }));
  const host = () => world.orderRepository.get(id)?.shareHost;
  expect(host()).toBe(first);
  expect((await world.orderService.place(registration('a'))).query_id).toBe(id);
  expect(host()).toBe(first);
  await world.orderService.place(registration('a', { host: second }));
  expect(host()).toBe(second);
});

it('two windows register a work once: free or for sale', async () => {
  await world.orderService.place(registration('a', free));
  await expect(world.orderService.place(registration('a'))).rejects.toMatchObject({ code: 'order_open' });
  // Encryption would have restricted the file that is about to be free.
  expect(world.encryptedFiles).toEqual([]);
  expect(world.orderRepository.page(undefined, undefined, 10)).toHaveLength(1);
});

it('two windows register a work once: for sale, and then free or as its encrypted file', async () => {
  const { content_id: encrypted } = await world.orderService.place(registration('a'));
  const [made] = world.encryptedFiles;
  expect([made?.plain, encrypted]).toEqual([sha256Of('a'), expect.not.stringContaining(idOf('a'))]);
  await expect(world.orderService.place(registration('a', free))).rejects.toMatchObject({
    code: 'order_open',
  });
  const other = { content_id: encrypted, title: 'Another title' };
  await expect(world.orderService.place(registration('a', other))).rejects.toMatchObject({
    code: 'order_open',
  });
  expect(world.orderRepository.page(undefined, undefined, 10)).toHaveLength(1);
});
