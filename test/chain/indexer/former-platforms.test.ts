import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../../../src/core/log/logger.ts';
import { FormerPlatforms } from '../../../src/features/chain/indexer/former-platforms.ts';
import { ChainPlatformRepository } from '../../../src/features/chain/indexer/platform-repository.ts';
import { type OrderWorld, openOrderWorld, registration } from '../../orders/support/order-world.ts';

let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld();
  await world.orders.platform.deployed;
  world.store('a');
  await world.settled((await world.orderService.place(registration('a'))).query_id);
});
afterAll(() => world.stop());

/** Records an account as a platform that was followed, with the contents of today's. */
function followed(address: string): void {
  const { id } = world.db
    .prepare("INSERT INTO platforms (network, address) VALUES ('embedded', ?) RETURNING id")
    .get(address) as { id: number };
  const columns = (world.db.pragma('table_info(chain_contents)') as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => name !== 'id' && name !== 'platform');
  world.db
    .prepare(
      `INSERT INTO chain_contents (platform, ${columns}) SELECT ?, ${columns} FROM chain_contents LIMIT 1`,
    )
    .run(id);
}

it('says once that a platform of other code is not shown any more, when the chain says so', async () => {
  let ended = 0;
  let isReachable = false;
  const unavailable = new Error('no answer');
  const former = (platform = world.indexer.platformId, network = 'embedded') =>
    new FormerPlatforms({
      network,
      platform,
      platforms: new ChainPlatformRepository(world.db),
      chain: {
        getContractState: async (address) => {
          if (!isReachable) throw unavailable;
          return world.ton.getContractState(address);
        },
      },
      onEnd: () => {
        ended += 1;
      },
      logger: createLogger('silent'),
    });
  // A contract of unknown code, and an account that this chain does not have.
  for (const address of [world.service.raw, `0:${'5'.repeat(64)}`]) followed(address);
  const check = former();
  await check.check();
  expect(ended).toBe(0);
  isReachable = true;
  await former(undefined, 'testnet').check();
  expect(ended).toBe(0);
  await check.check();
  expect(ended).toBe(1);
  await check.check();
  await former().check();
  // Where another platform is followed, today's may be followed again.
  await former(0).check();
  expect(ended).toBe(1);
});
