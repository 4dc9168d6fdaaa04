import { Address, beginCell, type Cell } from '@ton/core';
import { describe, expect, it } from 'vitest';
import type { RawAddress } from '../../../../src/core/ton/ton-address.ts';
import { actionAmount } from '../../../../src/features/chain/contracts/amounts.ts';
import { codes } from '../../../../src/features/chain/contracts/codes.ts';
import {
  generationOfLicence,
  generationOfPlatform,
  newestGeneration,
  originOf,
} from '../../../../src/features/chain/contracts/generations/generations.ts';
import { verifyPlatform } from '../../../../src/features/chain/contracts/generations/verify-platform.ts';
import {
  acceptOwner,
  proposeOwner,
  setPlatformMetadata,
} from '../../../../src/features/chain/contracts/messages.ts';
import { offChainMetadata } from '../../../../src/features/chain/contracts/metadata.ts';
import {
  contentAddress,
  licenceAddress,
  platformState,
} from '../../../../src/features/chain/contracts/state-inits.ts';
import { type Market, openMarket, soon } from '../support/market.ts';
import { author, person, third } from '../support/people.ts';

const query = { queryId: 1n, validUntil: soon };

/** Code and data as in the answer of an endpoint. */
async function stateOf(market: Market, address: RawAddress) {
  const { accountState } = await market.chain.getContract(Address.parseRaw(address));
  if (accountState?.type !== 'active') throw new Error('There is no such contract');
  const { code, data } = accountState.state;
  return { code: code?.toBoc() ?? null, data: data?.toBoc() ?? null };
}

/** Replaces the bits of a platform's data from a position. */
function withBits(data: Cell, from: number, bits: Cell): Cell {
  const slice = data.beginParse();
  const before = slice.loadBits(from);
  slice.skip(bits.bits.length);
  return beginCell().storeBits(before).storeBits(bits.bits).storeSlice(slice).endCell();
}

const send = (market: Market, from: RawAddress, to: RawAddress, body: Cell) =>
  market.send({ from, to, value: actionAmount, body });
const metadata = offChainMetadata('https://other.example/api/platform-metadata.json');

describe('a platform address from the settings', () => {
  it('is verified by its code and data, also with contents, other metadata and another owner', async () => {
    const market = await openMarket();
    const { platform, operator } = market;
    const verify = async () => verifyPlatform(platform, await stateOf(market, platform));
    expect(await verify()).toBe(newestGeneration);
    await market.register(author);
    await send(market, operator, platform, setPlatformMetadata({ queryId: 1n, metadata }));
    await send(market, operator, platform, proposeOwner({ ...query, newOwner: third }));
    await send(market, third, platform, acceptOwner(query));
    expect(await verify()).toBe(newestGeneration);
  });

  it('is rejected when code, data or address differ', async () => {
    const market = await openMarket();
    const { platform } = market;
    const state = await stateOf(market, platform);
    const first = platformState(Address.parseRaw(market.operator));
    const stranger = beginCell().storeAddress(Address.parseRaw(third)).endCell();
    const throws = beginCell().storeUint(0xf232, 16).endCell();
    const slice = first.data.beginParse();
    slice.loadRef();
    const otherItems = beginCell()
      .storeSlice(slice)
      .storeRef(beginCell().storeRef(codes.content).storeRef(throws))
      .endCell();
    const wrong: [string, Parameters<typeof verifyPlatform>[1]][] = [
      ['nothing', { code: null, data: null }],
      ['no cells', { code: Buffer.from('te6'), data: state.data }],
      ['another code', { ...state, code: throws.toBoc() }],
      ['the code of a content', { ...state, code: codes.content.toBoc() }],
      ['another deployer', { ...state, data: withBits(first.data, 0, stranger).toBoc() }],
      [
        'another salt',
        { ...state, data: withBits(first.data, 267, beginCell().storeUint(1, 32).endCell()).toBoc() },
      ],
      ['other item codes', { ...state, data: otherItems.toBoc() }],
      [
        'more data',
        { ...state, data: beginCell().storeSlice(first.data.beginParse()).storeBit(true).endCell().toBoc() },
      ],
      ['a large answer', { ...state, data: Buffer.alloc(33 * 1024) }],
    ];
    for (const [name, other] of wrong)
      expect([name, verifyPlatform(platform, other)]).toEqual([name, undefined]);
    expect(verifyPlatform(person('elsewhere'), state)).toBeUndefined();
    const content = await market.register(author);
    expect(verifyPlatform(content, await stateOf(market, content))).toBeUndefined();
    // The owner is no part of the address: the owner of the platform may change.
    const owned = withBits(first.data, 267 + 32, stranger);
    expect(verifyPlatform(platform, { ...state, data: owned.toBoc() })).toBe(newestGeneration);
  });
});

it('the generation of a contract follows from its address', () => {
  const platform = person('platform');
  const content = contentAddress(platform, 3);
  const platforms = [person('another platform'), platform];
  expect(originOf(platforms, { index: 3, address: content })).toEqual({
    platform,
    generation: newestGeneration,
  });
  const licence = licenceAddress(content, 4);
  expect(generationOfLicence(content, { index: 4, address: licence })).toBe(newestGeneration);
  expect(generationOfPlatform(codes.platform.hash())).toBe(newestGeneration);
  expect(generationOfPlatform(codes.content.hash())).toBeUndefined();
  expect(() => originOf(platforms, { index: 4, address: content })).toThrow();
  expect(() => generationOfLicence(content, { index: 3, address: licence })).toThrow();
});
