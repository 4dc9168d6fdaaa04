import { Address, type Cell, contractAddress } from '@ton/core';
import { beforeEach, expect, it } from 'vitest';
import type { RawAddress } from '../../../../src/core/ton/ton-address.ts';
import { actionAmount, deployAmount } from '../../../../src/features/chain/contracts/amounts.ts';
import { findSuccessors } from '../../../../src/features/chain/contracts/generations/successors.ts';
import {
  acceptOwner,
  proposeOwner,
  setPlatformMetadata,
} from '../../../../src/features/chain/contracts/messages.ts';
import { offChainMetadata, onChainMetadata } from '../../../../src/features/chain/contracts/metadata.ts';
import { platformState } from '../../../../src/features/chain/contracts/state-inits.ts';
import { type Market, openMarket, soon } from '../support/market.ts';
import { author, third } from '../support/people.ts';

type Services = Parameters<typeof findSuccessors>[0];

let market: Market;
beforeEach(async () => {
  market = await openMarket();
});

/** Deploys another platform. */
async function deploy(deployer: RawAddress, salt: number): Promise<RawAddress> {
  const init = platformState(Address.parseRaw(deployer), salt);
  const platform = contractAddress(0, init).toRawString();
  const body = setPlatformMetadata({ queryId: 0n, metadata: onChainMetadata({ name: 'Sea' }) });
  await market.send({ from: deployer, to: platform, value: deployAmount, body, init });
  return platform;
}

const setMetadata = (platform: RawAddress, metadata: Cell, from = market.operator) =>
  market.send({
    ...{ from, to: platform, value: actionAmount },
    body: setPlatformMetadata({ queryId: 0n, metadata }),
  });
const name = (platform: RawAddress, successor: string, from?: RawAddress) =>
  setMetadata(platform, onChainMetadata({ name: 'Sea', successor }), from);

/** An endpoint of the sandbox, as far as it is asked. */
const endpoint = () =>
  ({
    getContractState: async (address: Address) => {
      const { accountState } = await market.chain.getContract(address);
      if (accountState?.type !== 'active') return { state: 'uninitialized', code: null, data: null };
      const { code, data } = accountState.state;
      return { state: 'active', code: code?.toBoc() ?? null, data: data?.toBoc() ?? null };
    },
  }) as Services['chain'];
const find = (platform = market.platform) => findSuccessors({ chain: endpoint() }, platform);

it('follows successors of the same owner one after the other, in any form of their addresses', async () => {
  const [second, last] = [await deploy(market.operator, 1), await deploy(market.operator, 2)];
  expect(await find()).toEqual({ verified: [] });
  await name(market.platform, Address.parseRaw(second).toString());
  await name(second, last);
  expect(await find()).toEqual({ verified: [second, last] });
  await setMetadata(second, offChainMetadata('https://node.example/metadata.json'));
  expect(await find()).toEqual({ verified: [second] });
  await name(market.platform, 'https://node.example');
  expect(await find()).toEqual({ verified: [] });
});

it('follows them after both platforms were handed over, and not after one of them was', async () => {
  const second = await deploy(market.operator, 1);
  await name(market.platform, second);
  const handOver = async (platform: RawAddress) => {
    const query = { queryId: 1n, validUntil: soon };
    const send = (from: RawAddress, body: Cell) =>
      market.send({ from, to: platform, value: actionAmount, body });
    await send(market.operator, proposeOwner({ ...query, newOwner: third }));
    await send(third, acceptOwner(query));
  };
  await handOver(second);
  expect(await find()).toMatchObject({ refused: { address: second, fault: 'other_owner' } });
  await handOver(market.platform);
  expect(await find()).toEqual({ verified: [second] });
});

it('refuses what is missing, of unknown code or of others, and ends in loops and long ways', async () => {
  const content = await market.register(author);
  const [stranger, second] = [await deploy(author, 0), await deploy(market.operator, 1)];
  for (const [address, fault] of [
    [`0:${'7'.repeat(64)}`, 'missing'],
    [`-1:${'7'.repeat(64)}`, 'missing'],
    [content, 'unknown_code'],
    [stranger, 'other_owner'],
    [market.platform, 'loop'],
  ] as const) {
    await name(market.platform, address);
    expect(await find()).toEqual({ verified: [], refused: { address, fault } });
  }
  await name(market.platform, second);
  await name(second, market.platform);
  const loop = { address: market.platform, fault: 'loop' };
  expect(await find()).toEqual({ verified: [second], refused: loop });

  const long = [market.platform];
  for (let salt = 1; salt <= 9; salt++) long.push(await deploy(market.operator, salt));
  for (const [at, address] of long.slice(1).entries()) await name(long[at] as string, address);
  const { verified, refused } = await find();
  expect([verified.length, refused]).toEqual([8, { address: long.at(-1), fault: 'too_many' }]);
});

it('believes two services only if they name the same', async () => {
  const second = await deploy(market.operator, 1);
  const former = await endpoint().getContractState(Address.parseRaw(market.platform));
  await name(market.platform, second);
  const lagging = { getContractState: async () => former };
  await expect(findSuccessors({ chain: endpoint(), second: lagging }, market.platform)).rejects.toMatchObject(
    {
      text: { reason: 'chain.servicesDisagree' },
    },
  );
  expect(await findSuccessors({ chain: endpoint(), second: endpoint() }, market.platform)).toEqual({
    verified: [second],
  });
});
