import { Address, beginCell } from '@ton/core';
import { describe, expect, it } from 'vitest';
import type { RawAddress } from '../../../src/core/ton/ton-address.ts';
import { contentDeposit, registerAmount } from '../../../src/features/chain/contracts/amounts.ts';
import { countCells } from '../../../src/features/chain/contracts/cell-count.ts';
import { codes } from '../../../src/features/chain/contracts/codes.ts';
import {
  contentMetadataCell,
  readContentMetadata,
} from '../../../src/features/chain/contracts/content-metadata.ts';
import {
  type ContentParams,
  contentParamsCell,
} from '../../../src/features/chain/contracts/content-params.ts';
import { storeRawAddress } from '../../../src/features/chain/contracts/fields.ts';
import { readContentTerms, readItemData } from '../../../src/features/chain/contracts/get-methods.ts';
import { registerContent } from '../../../src/features/chain/contracts/messages.ts';
import { operations } from '../../../src/features/chain/contracts/operations.ts';
import { readRegistration } from '../../../src/features/chain/contracts/registration.ts';
import { contentAddress, platformState } from '../../../src/features/chain/contracts/state-inits.ts';
import { errors } from './support/errors.ts';
import { type Market, openMarket, soon, start } from './support/market.ts';
import { author, buyer, person, third } from './support/people.ts';
import { sampleMetadata, sampleParams, ton } from './support/samples.ts';
import { at, exitCode, feesOf } from './support/transactions.ts';

interface Registering {
  changes?: Partial<ContentParams>;
  owner?: RawAddress | null;
  from?: RawAddress;
  value?: bigint;
  validUntil?: number;
}

async function register(market: Market, registering: Registering = {}) {
  const { changes = {}, owner = null, from = author, validUntil = soon } = registering;
  const params = sampleParams(changes);
  const { value = registerAmount(countCells(params.metadata)) } = registering;
  const body = registerContent({ queryId: 77n, validUntil, owner, params });
  return { params, value, transactions: await market.send({ from, to: market.platform, value, body }) };
}

describe('a registered content', () => {
  it('keeps its registered data on the chain and in the platform’s messages', async () => {
    const market = await openMarket();
    const royalties = [
      { to: third, share: 7000 },
      { to: buyer, share: 1 },
    ];
    const { params, transactions } = await register(market, { changes: { royalties, downloadable: false } });
    const address = contentAddress(market.platform, 0);

    const sent = at(transactions, market.platform)[0]?.outMessages.values() ?? [];
    const [registration, ...others] = sent
      .map((message) => readRegistration(message, market.platform))
      .filter((read) => read !== undefined);
    const { metadata, ...terms } = params;
    expect(others).toEqual([]);
    expect(registration).toMatchObject({ queryId: 77n, index: 0, address, owner: author, params: terms });
    expect(registration?.params.metadata.equals(metadata)).toBe(true);
    expect(readItemData(await market.get(address, 'get_nft_data'))).toEqual({
      index: 0,
      collection: market.platform,
      owner: author,
    });
    expect(readContentTerms(await market.get(address, 'get_terms'))).toEqual({
      price: ton,
      resalePrice: 5n * ton,
      allowResale: true,
      downloadable: false,
      withdrawn: false,
      royalties,
    });
    expect(readContentMetadata(metadata)).toEqual(sampleMetadata);
  });

  it('keeps 0.1 TON for rent; the platform keeps nothing, and the sender gets all change', async () => {
    const market = await openMarket();
    const before = await market.balance(market.platform);
    const { value, transactions } = await register(market, { value: 3n * ton });
    const content = await market.balance(contentAddress(market.platform, 0));
    expect(content).toBeGreaterThanOrEqual(contentDeposit);
    expect(await market.balance(market.platform)).toBe(before);
    expect(await market.balance(author)).toBe(value - content - feesOf(transactions));
  });

  it('belongs to the named owner; the change goes to the payer', async () => {
    const market = await openMarket();
    await register(market, { from: third, owner: author });
    const item = readItemData(await market.get(contentAddress(market.platform, 0), 'get_nft_data'));
    expect(item?.owner).toBe(author);
    expect(await market.balance(author)).toBe(0n);
    expect(await market.balance(third)).toBeGreaterThan(0n);
  });

  it('has the next index and the address computed from it', async () => {
    const market = await openMarket();
    for (const index of [0, 1, 2]) {
      await register(market);
      const answered = await market.get(market.platform, 'get_nft_address_by_index', BigInt(index));
      expect(answered.readAddress().toRawString()).toBe(contentAddress(market.platform, index));
    }
    expect(await market.countItems(market.platform)).toBe(3);
  });

  it('may have metadata of 384 cells, for the amount computed from them', async () => {
    const market = await openMarket();
    const text = (bytes: number, seed: number) =>
      Array.from({ length: bytes / 8 }, (_, part) => String(1e7 + seed * 1e6 + part)).join('');
    const metadata = contentMetadataCell({
      ...sampleMetadata,
      description: text(16_744, 1),
      authors: [text(14_400, 2)],
      hashtags: [text(14_400, 3)],
    });
    const royalties = Array.from({ length: 10 }, (_, index) => ({ to: person(`${index}`), share: 1000 }));
    expect(countCells(metadata)).toBe(384);
    const { transactions } = await register(market, { changes: { metadata, royalties } });
    expect(exitCode(transactions)).toBe(0);
    // Rent for thirty years: 135 nanograms for 65,536 cell seconds.
    const rent = (384n * 135n * 30n * 31_557_600n) / 65_536n;
    expect(await market.balance(contentAddress(market.platform, 0))).toBeGreaterThan(rent);
  });
});

describe('a registration is refused, and its coins are returned', () => {
  const tooLarge = beginCell();
  for (let index = 0; index < 4; index++) {
    let branch = beginCell().storeUint(index, 8);
    for (let below = 0; below < 96; below++) branch = beginCell().storeUint(index, 8).storeRef(branch);
    tooLarge.storeRef(branch);
  }
  const masterchain: RawAddress = `-1:${'3'.repeat(64)}`;
  const some = (count: number, share: number) =>
    Array.from({ length: count }, (_, index) => ({ to: person(`${index}`), share }));

  it.each<[string, Registering, number]>([
    ['when it is late', { validUntil: start - 1 }, errors.tooLate],
    ['for an owner on the masterchain', { owner: masterchain }, errors.wrongWorkchain],
    ['from the masterchain without an owner', { from: masterchain }, errors.wrongWorkchain],
    [
      'with a share on the masterchain',
      { changes: { royalties: [{ to: masterchain, share: 1 }] } },
      errors.wrongWorkchain,
    ],
    ['with 11 royalties', { changes: { royalties: some(11, 1) } }, errors.badShares],
    ['with royalties of 10,002 in all', { changes: { royalties: some(3, 3334) } }, errors.badShares],
    [
      'with royalties above the whole price',
      { changes: { royalties: [...some(1, 1), ...some(1, 10_000)] } },
      errors.badShares,
    ],
    ['with a share of zero', { changes: { royalties: some(1, 0) } }, errors.badShares],
    ['with a price above 2^63 - 1', { changes: { price: 2n ** 63n } }, errors.badPrice],
    ['with a price of dust', { changes: { price: 999_999n } }, errors.badPrice],
    ['with a resale price above 2^63 - 1', { changes: { resalePrice: 2n ** 63n } }, errors.badPrice],
    ['with a resale price of dust', { changes: { resalePrice: 1n } }, errors.badPrice],
    [
      'with metadata of more than 384 cells',
      { changes: { metadata: tooLarge.endCell() }, value: 5n * ton },
      errors.metadataTooLarge,
    ],
  ])('%s', async (_name, registering, code) => {
    const market = await openMarket();
    const { value, transactions } = await register(market, registering);
    expect(exitCode(transactions)).toBe(code);
    expect(await market.countItems(market.platform)).toBe(0);
    expect(await market.balance(registering.from ?? author)).toBe(value - feesOf(transactions));
  });

  it('with trailing bits after its parameters', async () => {
    const market = await openMarket();
    const body = registerContent({ queryId: 1n, validUntil: soon, owner: null, params: sampleParams() });
    const slice = body.beginParse();
    const params = beginCell().storeSlice(slice.loadRef().beginParse()).storeBit(true).endCell();
    const longer = beginCell().storeSlice(slice).storeRef(params).endCell();
    const transactions = await market.send({ from: author, to: market.platform, value: ton, body: longer });
    expect(exitCode(transactions)).toBe(9);
  });
});

it.each<[string, Partial<ContentParams>]>([
  ['for free', { price: 0n, resalePrice: 0n }],
  ['for the lowest price', { price: 1_000_000n }],
  ['for the highest price', { price: 2n ** 63n - 1n, resalePrice: 2n ** 63n - 1n }],
  [
    'with 10 royalties of the whole price',
    { royalties: Array.from({ length: 10 }, (_, n) => ({ to: person(`${n}`), share: 1000 })) },
  ],
])('a content can be registered %s', async (_name, changes) => {
  const market = await openMarket();
  const { transactions } = await register(market, { changes });
  expect(exitCode(transactions)).toBe(0);
});

it('a message that is valid until now is not late', async () => {
  const market = await openMarket();
  expect(exitCode((await register(market, { validUntil: start })).transactions)).toBe(0);
});

describe('a content that cannot be deployed', () => {
  const throws = beginCell().storeUint(0xf232, 16).endCell();
  const withBrokenContent = (owner: Address) => {
    const { code, data } = platformState(owner);
    const slice = data.beginParse();
    slice.loadRef();
    const itemCodes = beginCell().storeRef(throws).storeRef(codes.licence).endCell();
    return { code, data: beginCell().storeSlice(slice).storeRef(itemCodes).endCell() };
  };

  it('returns its coins to the payer, not to the named owner', async () => {
    const market = await openMarket({ state: withBrokenContent });
    const before = await market.balance(market.platform);
    const { value, transactions } = await register(market, { from: third, owner: author });
    expect(await market.balance(market.platform)).toBe(before);
    expect(await market.balance(author)).toBe(0n);
    expect(await market.balance(third)).toBe(value - feesOf(transactions));
  });
});

it('a content accepts its first message only from its platform', async () => {
  const market = await openMarket();
  const address = contentAddress(market.platform, 0);
  const data = beginCell().storeUint(0, 64).storeAddress(Address.parseRaw(market.platform)).endCell();
  const init = { code: codes.content, data };
  const body = beginCell()
    .storeUint(operations.content_init, 32)
    .storeUint(1, 64)
    .store(storeRawAddress(third))
    .storeRef(codes.licence)
    .storeRef(contentParamsCell(sampleParams()))
    .endCell();
  const forged = await market.send({ from: third, to: address, value: ton, body, init });
  expect(exitCode(forged)).toBe(errors.notCollection);
  await register(market);
  expect(readItemData(await market.get(address, 'get_nft_data'))?.owner).toBe(author);
});
