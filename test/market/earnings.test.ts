import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ChainIndexRepository } from '../../src/features/chain/indexer/chain-index-repository.ts';
import { ChainPlatformRepository } from '../../src/features/chain/indexer/platform-repository.ts';
import { Earnings } from '../../src/features/market/earnings.ts';
import { ChainEarningsRepository } from '../../src/features/market/repository/earnings-repository.ts';
import { earningsHistory } from '../../src/features/monitoring/earnings-history.ts';
import type { Db } from '../../src/platform/sqlite/database.ts';
import { person } from '../chain/contracts/support/people.ts';
import { temporaryFolder } from '../chain/indexer/test-indexer.ts';
import { withoutTextUsage } from '../support/node/earlier-schema.ts';
import { openTestDatabase } from '../support/node/test-database.ts';

const TON = 1_000_000_000n;
const hour = 3_600_000;
/** A Wednesday, in the node's own time zone. */
const noon = new Date(2026, 6, 15, 12).getTime();

let folder: string;
let db: Db;
let index: ChainIndexRepository;
let platforms: ChainPlatformRepository;
let platform: number;

beforeEach(() => {
  folder = temporaryFolder();
  db = openTestDatabase(join(folder, 'alcove.db'));
  index = new ChainIndexRepository(db);
  platforms = new ChainPlatformRepository(db);
  platform = platforms.idOf('testnet', person('platform'));
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

let made = 0;
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

function content(owner: string, royalties: [string, number][] = [], on = platform): number {
  made += 1;
  const address = person(`content ${made}`);
  index.addContent(on, {
    ...{
      index: made,
      address,
      owner: person(owner),
      sender: person(owner),
      price: TON,
      resalePrice: TON,
      allowResale: true,
    },
    ...{
      downloadable: true,
      withdrawn: false,
      createdAt: noon - 24 * 400 * hour,
      sha256: hashOf(`file ${made}`),
    },
    ...{ cover: undefined, keyHash: undefined, contentType: 'audio/mpeg', size: 10, title: `Song ${made}` },
    ...{ description: '', authors: ['Ada'], hashtags: [] },
    royalties: royalties.map(([to, share]) => [person(to), share]),
  });
  return index.content(on, address)?.id ?? 0;
}

function sell(id: number, price: bigint, at: number, owner = 'buyer', on = platform): string {
  made += 1;
  const address = person(`licence ${made}`);
  index.issueLicence(on, {
    ...{ address, content: id, index: made, kind: 'resale', owner: person(owner), price, issuedAt: at },
    ...{ transactionHash: hashOf(address), deliverTo: null, lt: 1n },
  });
  return address;
}

function resell(licence: string, buyer: string, price: bigint, at: number, lt = 2n): void {
  index.resellLicence(platform, licence, { buyer: person(buyer), price, at, lt });
  index.moveLicence(platform, licence, { owner: person(buyer), deliverTo: null, lt });
}

/** The non-zero values by the number of spans ago. */
async function earned(range: 'day' | 'week' | 'month' | 'year', ...wallets: string[]) {
  const earnings = new Earnings(new ChainEarningsRepository(db), platform, () => wallets.map(person));
  const { points } = await earningsHistory(range, earnings, noon);
  return points.flatMap(({ at: _, ...amounts }, place) =>
    Object.entries(amounts)
      .filter(([, amount]) => amount !== '0')
      .map(([kind, amount]) => [points.length - 1 - place, kind, amount]),
  );
}

describe('earnings', () => {
  it('are the rest of each price after the shares of others, by hour, day and week', async () => {
    const song = content('author', [['platform', 1000]]);
    sell(song, 2n * TON, noon);
    sell(song, TON, noon);
    sell(song, TON, noon - 3 * hour);
    sell(song, TON, noon - 24 * 40 * hour);
    sell(song, TON, noon - 24 * 400 * hour);
    sell(song, 0n, noon);
    expect(await earned('day', 'author')).toEqual([
      [3, 'sales', '900000000'],
      [0, 'sales', '2700000000'],
    ]);
    expect(await earned('week', 'author')).toEqual([[0, 'sales', '3600000000']]);
    expect(await earned('year', 'author')).toEqual([
      [6, 'sales', '900000000'],
      [0, 'sales', '3600000000'],
    ]);
    expect(await earned('day', 'platform')).toEqual([
      [3, 'shares', '100000000'],
      [0, 'shares', '300000000'],
    ]);
    expect(await earned('day', 'author', 'platform')).toEqual([
      [3, 'sales', '1000000000'],
      [0, 'sales', '3000000000'],
    ]);
    expect(await earned('day', 'stranger')).toEqual([]);
  });

  it('match the contract to the nanogram: shares are rounded down, the rest is the owner’s', async () => {
    const song = content('author', [
      ['ada', 3333],
      ['ben', 3333],
    ]);
    sell(song, 1_000_001n, noon);
    expect(await earned('day', 'ada')).toEqual([[0, 'shares', '333300']]);
    expect(await earned('day', 'author')).toEqual([[0, 'sales', '333401']]);
    expect(await earned('day', 'author', 'ada', 'ben')).toEqual([[0, 'sales', '1000001']]);
  });

  it('include resales: nine tenths for the seller, the rest for the content', async () => {
    const song = content('author', [['platform', 1000]]);
    const licence = sell(song, TON, noon - 2 * hour);
    resell(licence, 'second', 10n * TON, noon - hour, 2n);
    resell(licence, 'third', 20n * TON, noon, 3n);
    index.moveLicence(platform, licence, { owner: person('author'), deliverTo: null, lt: 4n });
    expect(await earned('day', 'buyer')).toEqual([[1, 'resales', '9000000000']]);
    expect(await earned('day', 'second')).toEqual([[0, 'resales', '18000000000']]);
    expect(await earned('day', 'third')).toEqual([]);
    expect(await earned('week', 'author')).toEqual([
      [0, 'sales', '900000000'],
      [0, 'resales', '2700000000'],
    ]);
    expect((await earned('day', 'platform')).filter(([, kind]) => kind === 'resales')).toEqual([
      [1, 'resales', '100000000'],
      [0, 'resales', '200000000'],
    ]);
  });

  it('exclude payments between wallets of the owner, and other platforms', async () => {
    const song = content('author');
    const given = sell(song, TON, noon, 'phone');
    index.moveLicence(platform, given, { owner: person('friend'), deliverTo: null, lt: 2n });
    const otherPlatform = platforms.idOf('testnet', person('other platform'));
    sell(content('author', [], otherPlatform), TON, noon, 'buyer', otherPlatform);
    expect(await earned('year', 'author', 'phone')).toEqual([]);
  });

  it('of a transferred content go to each owner for their time', async () => {
    const song = content('author', [['ada', 1000]]);
    const give = (owner: string, at: number) =>
      index.changeContent(
        song,
        { ...{ owner: person(owner), price: TON, resalePrice: TON }, allowResale: true, withdrawn: false },
        at,
      );
    const licence = sell(song, TON, noon - 5 * hour);
    give('author', noon - 4.5 * hour);
    give('heir', noon - 4 * hour);
    sell(song, TON, noon - 3 * hour);
    give('museum', noon - 2 * hour);
    sell(song, TON, noon);
    resell(licence, 'second', 10n * TON, noon - 3 * hour);
    expect(await earned('day', 'author')).toEqual([[5, 'sales', '900000000']]);
    expect(await earned('day', 'heir')).toEqual([
      [3, 'sales', '900000000'],
      [3, 'resales', '900000000'],
    ]);
    expect(await earned('day', 'museum')).toEqual([[0, 'sales', '900000000']]);
    expect(await earned('week', 'ada')).toEqual([
      [0, 'shares', '300000000'],
      [0, 'resales', '100000000'],
    ]);
    platforms.wipe(platform);
    expect(db.prepare('SELECT count(*) FROM earlier_owners').pluck().get()).toBe(0);
  });

  it('of an event reported twice count once, and are removed when the chain is replaced', async () => {
    const song = content('author', [['ada', 1]]);
    const licence = sell(song, TON, noon);
    resell(licence, 'second', TON, noon);
    index.resellLicence(platform, licence, { buyer: person('second'), price: TON, at: noon, lt: 2n });
    expect(await earned('day', 'buyer')).toEqual([[0, 'resales', '900000000']]);
    platforms.wipe(platform);
    expect(await earned('year', 'author', 'buyer', 'ada')).toEqual([]);
    expect(db.prepare('SELECT count(*) FROM content_shares').pluck().get()).toBe(0);
  });
});

describe('the list of payments', () => {
  const payments = (limit: number, wallet: string) => {
    const earnings = new Earnings(new ChainEarningsRepository(db), platform, () => [person(wallet)]);
    return earnings.payments(undefined, limit);
  };

  it('starts with those that the wallets received, however many a new owner of a content got since', () => {
    const song = content('author');
    sell(song, TON, noon - 5 * hour);
    index.changeContent(
      song,
      { ...{ owner: person('heir'), price: TON, resalePrice: TON }, allowResale: true, withdrawn: false },
      noon - 4 * hour,
    );
    sell(song, 2n * TON, noon - 2 * hour);
    sell(song, 2n * TON, noon - hour);
    expect(payments(1, 'author').map(({ price }) => price)).toEqual([TON]);
    expect(payments(3, 'heir').map(({ price }) => price)).toEqual([2n * TON, 2n * TON]);
  });

  it('has all parts of the price of a licence that a stranger to its content resold', () => {
    const licence = sell(content('author', [['ada', 1000]]), TON, noon - hour);
    resell(licence, 'second', 10n * TON, noon);
    const [{ kind, parts } = { kind: '', parts: [] }] = payments(1, 'buyer');
    expect([kind, ...parts.map(({ address, amount, isMine }) => [address, amount, isMine])]).toEqual([
      'resale',
      [person('buyer'), 9n * TON, true],
      [person('author'), (9n * TON) / 10n, false],
      [person('ada'), TON / 10n, false],
    ]);
  });
});

it('include shares of contents indexed before the update', async () => {
  const song = content('author', [['ada', 5000]]);
  sell(song, TON, noon);
  db.exec(`${withoutTextUsage} DROP TABLE licence_decisions; DROP TABLE first_looks; DROP TRIGGER earlier_owners_added; DROP TRIGGER earlier_owners_removed; DROP TABLE earlier_owners;
    DROP TRIGGER content_shares_added; DROP TRIGGER content_shares_removed; DROP TABLE resales;
    DROP TABLE content_shares; DROP TABLE history; DROP INDEX licences_by_issue;
    ALTER TABLE licences DROP COLUMN buyer; PRAGMA user_version = 15`);
  db.close();
  db = openTestDatabase(join(folder, 'alcove.db'));
  expect(await earned('day', 'ada')).toEqual([[0, 'shares', '500000000']]);
});
