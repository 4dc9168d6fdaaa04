import { Address, beginCell, type Cell, type TupleItem, TupleReader } from '@ton/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  eventSource,
  type PlatformEvent,
  readEvent,
} from '../../../../src/features/chain/contracts/events.ts';
import {
  readCollectionData,
  readContentTerms,
  readItemData,
  readLicenceData,
} from '../../../../src/features/chain/contracts/get-methods.ts';
import { operations } from '../../../../src/features/chain/contracts/operations.ts';
import { contentAddress, licenceAddress } from '../../../../src/features/chain/contracts/state-inits.ts';
import { author, buyer, person } from '../support/people.ts';

const platform = person('platform');
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

const issued = () =>
  beginCell()
    .storeUint(operations.licence_issued, 32)
    .storeUint(2n ** 64n - 1n, 64)
    .storeUint(3, 64)
    .storeUint(4, 64)
    .storeUint(1, 8)
    .storeAddress(Address.parseRaw(buyer))
    .storeCoins(5)
    .storeMaybeRef(null);

describe('an event', () => {
  it('is accepted only from its own address', () => {
    const event = readEvent(issued().endCell());
    expect(event).toEqual({
      type: 'licence_issued',
      queryId: 2n ** 64n - 1n,
      contentIndex: 3,
      licenceIndex: 4,
      kind: 'resale',
      owner: buyer,
      price: 5n,
      deliverTo: null,
    });
    expect(event && eventSource(event, platform)).toBe(contentAddress(platform, 3));
    const content = contentAddress(platform, 3);
    const rest = { queryId: 1n, licenceIndex: 7, content, price: 0n };
    for (const other of [
      { type: 'licence_offered', ...rest },
      { type: 'licence_moved', newOwner: author, deliverTo: null, ...rest },
      { type: 'licence_destroyed', queryId: 1n, licenceIndex: 7, content },
    ] satisfies PlatformEvent[])
      expect(eventSource(other, platform)).toBe(licenceAddress(content, 7));
  });

  it.each<[string, Cell]>([
    ['nothing', beginCell().endCell()],
    ['a comment', beginCell().storeUint(0, 32).storeStringTail('licence_issued').endCell()],
    ['truncated', beginCell().storeBits(issued().endCell().bits.substring(0, 300)).endCell()],
    ['too long', issued().storeBit(true).endCell()],
    ['followed by a cell', issued().storeRef(beginCell()).endCell()],
    ['a library', beginCell().storeUint(2, 8).storeUint(1, 256).endCell({ exotic: true })],
    [
      'of an index out of range',
      beginCell()
        .storeUint(operations.licence_issued, 32)
        .storeUint(0, 64)
        .storeUint(2n ** 53n, 64)
        .storeUint(0, 72)
        .storeAddress(Address.parseRaw(buyer))
        .storeCoins(1)
        .storeBit(false)
        .endCell(),
    ],
    [
      'of an unknown kind',
      beginCell()
        .storeUint(operations.licence_issued, 32)
        .storeUint(0, 64 + 128)
        .storeUint(2, 8)
        .storeAddress(Address.parseRaw(buyer))
        .storeCoins(1)
        .storeBit(false)
        .endCell(),
    ],
    [
      'without an owner',
      beginCell()
        .storeUint(operations.licence_issued, 32)
        .storeUint(0, 64 + 128 + 8)
        .storeAddress(null)
        .storeCoins(1)
        .storeBit(false)
        .endCell(),
    ],
  ])('is ignored when it is %s', (_name, body) => {
    expect(readEvent(body)).toBeUndefined();
  });

  it(`is read or ignored for any bits (SEED=${seed})`, () => {
    const known = fc.constantFrom(...Object.values(operations));
    const bytes = fc.uint8Array({ maxLength: 120 });
    fc.assert(
      fc.property(known, bytes, fc.nat(3), (operation, tail, refs) => {
        const builder = beginCell().storeUint(operation, 32).storeBuffer(Buffer.from(tail));
        for (let ref = 0; ref < refs; ref++) builder.storeRef(beginCell());
        const event = readEvent(builder.endCell());
        if (event) expect(eventSource(event, platform)).toMatch(/^0:/);
      }),
      { seed, numRuns: 2_000 },
    );
  });
});

describe('answers of get-methods', () => {
  const slice = (address: string) =>
    ({ type: 'slice', cell: beginCell().storeAddress(Address.parseRaw(address)).endCell() }) as const;
  const asCell = (address: string) => ({ ...slice(address), type: 'cell' }) as const;
  const int = (value: number | bigint) => ({ type: 'int', value: BigInt(value) }) as const;
  const cell = { type: 'cell', cell: beginCell().endCell() } as const;
  const stack = (...items: TupleItem[]) => new TupleReader(items);

  it('may have addresses as slices, or as cells like those of toncenter', () => {
    for (const address of [slice, asCell])
      expect(readItemData(stack(int(-1), int(5), address(platform), address(author), cell))).toEqual({
        index: 5,
        collection: platform,
        owner: author,
      });
  });

  it('are ignored for an item that is not initialised', () => {
    expect(
      readItemData(stack(int(0), int(5), slice(platform), { type: 'null' }, { type: 'null' })),
    ).toBeUndefined();
  });

  it.each<[string, TupleItem]>([
    ['null', { type: 'null' }],
    ['an empty list, as toncenter has it', { type: 'tuple', items: [] }],
  ])('without shares have %s', (_name, none) => {
    expect(readContentTerms(stack(int(1), int(2), int(0), int(-1), int(0), none))).toEqual({
      price: 1n,
      resalePrice: 2n,
      allowResale: false,
      downloadable: true,
      withdrawn: false,
      royalties: [],
    });
  });

  it('are ignored when they have another form', () => {
    const stacks = [[], [int(1)], [cell], [int(-1), int(2n ** 60n), slice(platform), slice(author), cell]];
    for (const items of stacks)
      for (const read of [readItemData, readCollectionData, readContentTerms, readLicenceData])
        expect(read(stack(...items))).toBeUndefined();
    expect(readLicenceData(stack(int(2), int(0), int(0)))).toBeUndefined();
    expect(readContentTerms(stack(int(1), int(2), int(0), int(-1), int(0), cell))).toBeUndefined();
  });
});
