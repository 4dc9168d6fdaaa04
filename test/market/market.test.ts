import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ContentKind } from '../../src/contract/dashboard-api/library/content-lists.ts';
import {
  type MarketQuery,
  type MarketSort,
  marketQuery,
  marketSorts,
  type SalePage,
} from '../../src/contract/dashboard-api/market.ts';
import { sortKey } from '../../src/core/lists/sort-key.ts';
import {
  ChainIndexRepository,
  type RegisteredContent,
} from '../../src/features/chain/indexer/chain-index-repository.ts';
import { ChainPlatformRepository } from '../../src/features/chain/indexer/platform-repository.ts';
import { Earnings } from '../../src/features/market/earnings.ts';
import { MarketService } from '../../src/features/market/market-service.ts';
import { ChainEarningsRepository } from '../../src/features/market/repository/earnings-repository.ts';
import { LicenceDecisionRepository } from '../../src/features/market/repository/licence-decisions.ts';
import { ChainLicenceRepository } from '../../src/features/market/repository/licence-repository.ts';
import type { MarketFilter, MarketPosition } from '../../src/features/market/repository/market-query.ts';
import { ChainMarketRepository } from '../../src/features/market/repository/market-repository.ts';
import type { Db } from '../../src/platform/sqlite/database.ts';
import { person } from '../chain/contracts/support/people.ts';
import { temporaryFolder } from '../chain/indexer/test-indexer.ts';
import { openTestDatabase } from '../support/node/test-database.ts';

let folder: string;
let db: Db;
let index: ChainIndexRepository;
let market: ChainMarketRepository;
let licences: ChainLicenceRepository;
let platform: number;

beforeEach(() => {
  folder = temporaryFolder();
  db = openTestDatabase(join(folder, 'alcove.db'));
  index = new ChainIndexRepository(db);
  market = new ChainMarketRepository(db);
  licences = new ChainLicenceRepository(db);
  platform = new ChainPlatformRepository(db).idOf('testnet', person('platform'));
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

function add(at: number, changes: Partial<RegisteredContent> = {}, on = platform): number {
  const address = person(`content ${at} of ${on}`);
  index.addContent(on, {
    ...{ index: at, address, owner: person('author'), sender: person('author') },
    ...{ price: 5n, resalePrice: 7n, allowResale: true },
    ...{
      downloadable: true,
      withdrawn: false,
      royalties: [],
      createdAt: 1000 + at,
      sha256: sha256(`file ${at}`),
    },
    ...{ cover: undefined, keyHash: undefined, contentType: 'audio/mpeg', size: 10, title: `Song ${at}` },
    ...{ description: '', authors: ['Ada'], hashtags: [] },
    ...changes,
  });
  return index.content(on, address)?.id ?? 0;
}

function issue(content: number, at: number, owner: string, changes: object = {}): string {
  const address = person(`licence ${content} ${at}`);
  index.issueLicence(platform, {
    ...{ address, content, index: at, kind: 'resale', owner: person(owner), price: 7n, issuedAt: 2000 + at },
    ...{ transactionHash: sha256(address), deliverTo: null, lt: 1n },
    ...changes,
  });
  return address;
}

/** All pages of three contents each, checked against the pages from any other start. */
function titles(filter: Omit<MarketFilter, 'platform'> = {}, sort: MarketSort = 'newest'): string[] {
  const found: string[] = [];
  for (let after: MarketPosition | undefined; ; ) {
    const page = market.page({ platform, ...filter }, sort, after, 3);
    found.push(...page.map(({ title }) => title));
    const last = page.at(-1);
    if (!last || page.length < 3) break;
    after = { ...last, titleKey: sortKey(last.title) };
  }
  for (const skip of found.keys()) {
    const page = market.page({ platform, ...filter }, sort, undefined, 3, skip);
    expect(page.map(({ title }) => title)).toEqual(found.slice(skip, skip + 3));
  }
  return found;
}

test('lists offers, newest or cheapest first, including equal prices', () => {
  [5n, 1n, 5n, 2n ** 63n - 1n, 1n, 5n, 0n].forEach((price, n) => {
    add(n, { price });
  });
  add(
    0,
    { title: 'of another platform' },
    new ChainPlatformRepository(db).idOf('mainnet', person('platform')),
  );
  expect(titles()).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `Song ${n}`));
  expect(titles({}, 'cheapest')).toEqual([6, 1, 4, 0, 2, 5, 3].map((n) => `Song ${n}`));
  expect(titles({}, 'most_expensive')).toEqual([3, 5, 2, 0, 4, 1, 6].map((n) => `Song ${n}`));
  expect(titles({ min: 1n, max: 5n }, 'most_expensive')).toEqual([5, 2, 0, 4, 1].map((n) => `Song ${n}`));
  expect(titles({ min: 1n, max: 5n }, 'cheapest')).toEqual([1, 4, 0, 2, 5].map((n) => `Song ${n}`));
  expect(titles({ min: 1n, max: 5n })).toEqual([5, 4, 2, 1, 0].map((n) => `Song ${n}`));
  expect(market.count({ platform, min: 1n, max: 5n })).toBe(5);
  expect(market.page({ platform }, 'newest', undefined, 4)[3]?.price).toBe(2n ** 63n - 1n);
});

test('finds contents by words, prefixes and types, in both orders', () => {
  add(0, { title: 'Die Möwe', authors: ['Анна'], price: 9n });
  add(1, { title: 'Gulls', description: 'seen with a mowe', contentType: 'image/png', price: 3n });
  add(2, { title: 'Nothing of that', hashtags: ['möwen'], price: 1n });
  expect(titles({ q: 'mow' })).toEqual(['Nothing of that', 'Gulls', 'Die Möwe']);
  expect(titles({ q: 'mow' }, 'cheapest')).toEqual(['Nothing of that', 'Gulls', 'Die Möwe']);
  expect(titles({ q: 'АНН' })).toEqual(['Die Möwe']);
  expect(titles({ q: 'mow', kind: 'photos' })).toEqual(['Gulls']);
  expect(titles({ q: 'mow', min: 2n })).toEqual(['Gulls', 'Die Möwe']);
  expect(titles({ q: '"; OR *' })).toEqual([]);
  expect(market.count({ platform, q: 'mow' })).toBe(3);
});

test('divides contents into the kinds of the library', () => {
  const types = [
    'audio/mpeg',
    'video/mp4',
    'application/pdf',
    'image/vnd.djvu',
    'image/png',
    'text/plain',
    '',
  ];
  for (const [at, contentType] of types.entries()) add(at, { contentType, title: contentType });
  add(9, { contentType: 'text/css' }, new ChainPlatformRepository(db).idOf('mainnet', person('platform')));
  const of = (kind: ContentKind) => titles({ kind });
  expect(of('music')).toEqual(['audio/mpeg']);
  expect(of('video')).toEqual(['video/mp4']);
  expect(of('books')).toEqual(['image/vnd.djvu', 'application/pdf']);
  expect(of('photos')).toEqual(['image/png']);
  expect(of('files')).toEqual(['', 'text/plain']);
  expect(market.count({ platform, kind: 'files' })).toBe(2);
});

test('lists what followed sellers and authors sell, once', () => {
  const seller = person('seller');
  add(0, { owner: seller, price: 9n });
  add(1, { owner: seller, authors: ['Lia Low'], price: 3n });
  add(2, { authors: ['lia low'], price: 5n });
  add(3, { authors: ['lia low'], withdrawn: true });
  add(4);
  const followed = { owners: [seller], authors: ['Lia Low'] };
  expect(titles({ followed })).toEqual(['Song 2', 'Song 1', 'Song 0']);
  expect(titles({ followed }, 'most_expensive')).toEqual(['Song 0', 'Song 2', 'Song 1']);
  expect(titles({ followed, q: 'song', max: 5n })).toEqual(['Song 2', 'Song 1']);
  expect(titles({ followed: { owners: [seller], authors: [] } })).toEqual(['Song 1', 'Song 0']);
  expect(titles({ followed: { owners: [], authors: [] } })).toEqual([]);
  expect(market.count({ platform, followed })).toBe(3);
});

test('lists own contents even if withdrawn or without a name, and others only for sale', () => {
  const owner = person('me');
  add(0, { owner });
  add(1, { owner, withdrawn: true });
  add(2, { owner, sha256: undefined, title: '' });
  const other = add(3);
  expect(titles({ owners: [owner, person('my other wallet')] })).toEqual(['', 'Song 1', 'Song 0']);
  expect(titles({ owners: [owner], q: 'song' }, 'cheapest')).toEqual(['Song 0', 'Song 1']);
  expect(titles({ owners: [] })).toEqual([]);
  expect(titles()).toEqual(['Song 3', 'Song 0']);
  const terms = { price: 1n, resalePrice: 1n, allowResale: false };
  index.changeContent(other, { owner: person('somebody'), ...terms, withdrawn: true }, 5000);
  expect(titles()).toEqual(['Song 0']);
  expect(titles({ q: 'song' })).toEqual(['Song 0']);
  expect(market.count({ platform })).toBe(1);
  index.changeContent(other, { owner: person('somebody'), ...terms, withdrawn: false }, 6000);
  expect(titles()).toEqual(['Song 3', 'Song 0']);
  expect(market.byFile(platform, sha256('file 3'))).toMatchObject({
    updatedAt: 6000,
    createdAt: 1003,
    price: 1n,
  });
});

test('lists the first of several contents with one file', () => {
  const file = sha256('the song');
  add(0, { sha256: file, title: 'the author’s' });
  add(1, { sha256: file, title: 'a thief’s', price: 1n });
  expect(titles()).toEqual(['the author’s']);
  expect(market.byFile(platform, file)?.title).toBe('the author’s');
  expect(market.byAddress(platform, person(`content 1 of ${platform}`))?.title).toBe('a thief’s');
});

test('lists offers by title, without case and accents, numbers by their value', () => {
  ['Track 10', 'élan', 'Track 2', 'Zebra', 'Anna', 'Яна', 'анна', 'track 2'].forEach((title, n) => {
    add(n, { title, price: BigInt(n) });
  });
  const sorted = ['Anna', 'élan', 'Track 2', 'track 2', 'Track 10', 'Zebra', 'анна', 'Яна'];
  expect(titles({}, 'title')).toEqual(sorted);
  expect(titles({ owners: [person('author')] }, 'title')).toEqual(sorted);
  expect(titles({ q: 'track' }, 'title')).toEqual(['Track 2', 'track 2', 'Track 10']);
  expect(titles({ min: 2n, max: 6n }, 'title')).toEqual(['Anna', 'Track 2', 'Zebra', 'анна', 'Яна']);
});

test('adds the sort keys of titles that an earlier version stored', () => {
  ['Zebra', 'élan', 'Anna'].forEach((title, n) => {
    add(n, { title });
  });
  db.exec('UPDATE chain_contents SET title_key = NULL');
  expect(titles({}, 'title')).toEqual([]);
  new ChainIndexRepository(db);
  expect(titles({}, 'title')).toEqual(['Anna', 'élan', 'Zebra']);
});

test('returns many matches of a search in either order, like few', async () => {
  const price = (n: number) => BigInt((n * 37) % 2500);
  await new ChainPlatformRepository(db).write(() => {
    for (let n = 0; n < 2500; n += 1) add(n, { price: price(n), title: `Song ${n}` });
  });
  const page = (filter: object, sort: MarketSort, after?: MarketPosition) =>
    market.page({ platform, q: 'song', ...filter }, sort, after, 3).map((content) => Number(content.price));
  expect(page({}, 'cheapest')).toEqual([0, 1, 2]);
  expect(page({}, 'cheapest', { id: 0, price: 1200n, titleKey: '' })).toEqual([1200, 1201, 1202]);
  expect(page({}, 'title')).toEqual([0, 1, 2].map((n) => Number(price(n))));
  expect(page({}, 'newest')).toEqual([2499, 2498, 2497].map((n) => Number(price(n))));
  const range = { min: 700n, max: 702n };
  expect(page(range, 'cheapest')).toEqual([700, 701, 702]);
  expect(page(range, 'newest').toSorted((a, b) => a - b)).toEqual([700, 701, 702]);
  expect(market.count({ platform, q: 'song', ...range })).toBe(3);
  expect(market.count({ platform, q: 'song' })).toBe(250);
  expect(market.count({ platform })).toBe(2500);
});

test('lists licences of an owner, newest first, and offers, cheapest first', () => {
  const [one, two] = [add(0), add(1)];
  const own = [0, 1, 2, 3].map((at) =>
    issue(one, at, at % 2 ? 'me' : 'also me', { issuedAt: at < 2 ? 2000 : 2000 + at }),
  );
  issue(two, 0, 'somebody');
  const owners = [person('me'), person('also me')];
  const first = licences.ofOwners(platform, owners, 'given', { limit: 3 });
  const last = first.at(-1);
  const rest = licences.ofOwners(platform, owners, 'given', { after: last, limit: 3 });
  expect([...first, ...rest].map(({ address }) => address).toSorted()).toEqual(own.toSorted());
  expect([...first, ...rest].map(({ issuedAt }) => issuedAt)).toEqual([2003, 2002, 2000, 2000]);

  own.forEach((address, n) => {
    index.offerLicence(platform, address, BigInt(10 - n), 2n);
  });
  expect(licences.offers(one).map(({ offer }) => offer)).toEqual([7n, 8n, 9n, 10n]);
  index.offerLicence(platform, own[3] ?? '', undefined, 3n);
  index.moveLicence(platform, own[2] ?? '', { owner: person('buyer'), deliverTo: null, lt: 3n });
  expect(licences.offers(one).map(({ offer }) => offer)).toEqual([9n, 10n]);
  expect(licences.holdings([one, two], [person('buyer'), person('somebody')])).toMatchObject([
    { content: one, owner: person('buyer'), kind: 'resale' },
    { content: two, owner: person('somebody') },
  ]);
  expect(licences.holdings([two], owners)).toEqual([]);
});

const mySale = ['sale', '40', '30', 'Song 0', 'waiting', ['+30', '10']];
const theirSale = ['royalty', '50', '5', 'Song 1', undefined, ['45', '+5']];

describe('pages of the dashboard', () => {
  const me = person('me');
  const marketService = () =>
    new MarketService({
      ...{ market, licences, platform, decisions: new LicenceDecisionRepository(db) },
      earnings: new Earnings(new ChainEarningsRepository(db), platform, () => [me]),
      followed: () => ({ owners: [person('author')], authors: [] }),
      view: () => ({
        testOnly: true,
        own: [{ address: me, payer: 'wallet' }],
        urlOf: () => null,
        coverUrlOf: () => null,
        lacksCover: () => true,
        kindOf: () => undefined,
        hidesPreview: () => false,
        deliveryOf: () => ({ delivery: null, receipt: false }),
        saleDeliveryOf: () => ({ state: 'waiting', hosts: [], sign_in_host: null }),
        decisionOf: () => undefined,
      }),
    });

  test.each(marketSorts)('can start at the first item of a page again, %s first', (sort) => {
    for (let n = 0; n < 6; n += 1) add(n, { price: BigInt(1 + (n % 2)) });
    const page = (place: Partial<MarketQuery>) =>
      marketService().page(marketQuery.parse({ sort, limit: 3, ...place }));
    const shown = (place: Partial<MarketQuery>) => page(place).items.map(({ title }) => title);
    const all = shown({ limit: 100 });
    const cursorAt = (skip: number) => page({ skip }).top_cursor ?? '';
    const [top, lower] = [cursorAt(0), cursorAt(2)];
    // Before all others, in any order.
    add(6, { price: sort === 'cheapest' ? 0n : 9n, title: 'A song' });
    expect(shown({ cursor: top, limit: 100 })).toEqual(all);
    expect(shown({ cursor: lower, skip: 1 })).toEqual(all.slice(3, 6));
    expect(shown({ limit: 1 })).toEqual(['A song']);
    expect(page({ skip: 100 })).toMatchObject({ items: [], top_cursor: null });
  });

  test('list the sales with every part of each price, newest first', () => {
    const mine = add(0, { owner: me, royalties: [[person('singer'), 2500]] });
    const theirs = add(1, { royalties: [[me, 1000]] });
    const stranger = add(2);
    const [first, second] = [
      issue(mine, 1, 'buyer', { price: 40n }),
      issue(theirs, 1, 'buyer', { price: 50n }),
    ];
    issue(mine, 2, 'fan', { price: 0n });
    issue(mine, 3, 'me');
    issue(stranger, 4, 'buyer');
    index.resellLicence(platform, first, { buyer: person('fan'), price: 100n, at: 2005, lt: 2n });
    const pages: SalePage[] = [];
    for (let cursor: string | null | undefined; cursor !== null; cursor = pages.at(-1)?.next_cursor) {
      pages.push(marketService().sales({ cursor: cursor ?? undefined, limit: 2 }));
    }
    const sales = pages.flatMap(({ items }) => items);
    expect(pages.length).toBe(2);
    expect(
      sales.map(({ kind, price, earned, content, parts, delivery }) => [
        ...[kind, price, earned, content.title, delivery?.state],
        parts.map((part) => (part.mine ? `+${part.amount}` : part.amount)),
      ]),
    ).toEqual([
      ['resale', '100', '8', 'Song 0', 'waiting', ['90', '+8', '2']],
      ...(second > first ? [theirSale, mySale] : [mySale, theirSale]),
    ]);
  });

  test('tell what the holder of a licence paid, and that a gift cost nothing', () => {
    const content = add(0);
    const move = (licence: string, owner: string, lt: bigint, price?: bigint) => {
      if (price) index.resellLicence(platform, licence, { buyer: person(owner), price, at: 5000, lt });
      index.moveLicence(platform, licence, { owner: person(owner), deliverTo: null, lt });
    };
    const own = ['issued', 'given', 'resold', 'given back'].map((name, nth) =>
      issue(content, nth, name === 'issued' ? 'me' : 'somebody'),
    );
    move(own[1] ?? '', 'me', 2n);
    move(own[2] ?? '', 'me', 2n, 9n);
    // Bought, sold, and then received as a gift.
    move(own[3] ?? '', 'me', 2n, 9n);
    move(own[3] ?? '', 'somebody', 3n, 8n);
    move(own[3] ?? '', 'me', 4n);
    const { licences: held } = marketService().purchases({ shown: 'given', skip: 0, limit: 9 });
    const at = (ms: number) => new Date(ms).toISOString();
    expect(held.map(({ price, bought_at }) => [price, bought_at]).toReversed()).toEqual([
      ['7', at(2000)],
      [null, at(2001)],
      ['9', at(5000)],
      [null, at(2003)],
    ]);
  });

  test('also cover licences issued at the same time', () => {
    const content = add(0);
    for (let at = 0; at < 5; at += 1) issue(content, at, 'me', { issuedAt: at < 3 ? 2000 : 2000 + at });
    const shown = (place: object) =>
      marketService()
        .purchases({ shown: 'given', skip: 0, limit: 100, ...place })
        .licences.map(({ licence_address: address }) => address);
    const all = shown({});
    for (const skip of all.keys()) {
      const { top_cursor: cursor, total } = marketService().purchases({ shown: 'given', skip, limit: 2 });
      expect(shown({ cursor })).toEqual(all.slice(skip));
      expect(total).toBe(5);
    }
    const { top_cursor: cursor } = marketService().purchases({ shown: 'given', skip: 0, limit: 2 });
    issue(content, 5, 'me', { issuedAt: 3000 });
    expect(shown({ cursor, skip: 1 })).toEqual(all.slice(1));
  });
});

test('the earliest registration counts for a file, also when a copy has a lower index in an older platform', () => {
  const file = { sha256: sha256('copied file') };
  add(40, { ...file, createdAt: 2000 });
  add(30, { ...file, createdAt: 3000 });
  expect(market.byFile(platform, file.sha256)?.index).toBe(40);
});

test('the registration with the lowest index counts for a file, whatever was read first', () => {
  const file = { sha256: sha256('one file') };
  for (const at of [7, 3, 5]) add(at, file);
  expect(market.byFile(platform, file.sha256)?.index).toBe(3);
  const shown = market.page({ platform }, 'newest', undefined, 10);
  expect(shown.map(({ index: at }) => at)).toEqual([3]);
});
