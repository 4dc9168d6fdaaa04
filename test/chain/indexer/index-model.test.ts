import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  readContentTerms,
  readItemData,
  readLicenceData,
} from '../../../src/features/chain/contracts/get-methods.ts';
import type { ChainLicence } from '../../../src/features/chain/index.ts';
import { randomRuns } from '../../support/random-runs.ts';
import { person } from '../contracts/support/people.ts';
import { ton } from '../contracts/support/samples.ts';
import { type ChainWorld, openChainWorld } from './chain-world.ts';
import { openTestIndexer, type TestIndexer } from './test-indexer.ts';
import { backEndOf, startToncenter } from './toncenter-server.ts';

const people = ['ada', 'ben', 'cleo'];
const somebody = fc.constantFrom(...people);
/** Contracts accept messages of owners only. */
const mostlyOwner = fc.constantFrom('owner', 'owner', 'owner', ...people);
const anyPrice = fc.constantFrom(0n, ton / 1000n, ton, 3n * ton + 1n);
const anyTerms = { price: anyPrice, resalePrice: anyPrice, allowResale: fc.boolean() };
/** The index of one of the contents or licences, or of the last one if it is too large. */
const which = fc.nat(1);

const anyContent = { content: which };
const anyLicence = { content: which, licence: which };
const weighted = <T extends Step>(weight: number, record: { [Key in keyof T]: fc.Arbitrary<T[Key]> }) => ({
  weight,
  arbitrary: fc.record<T>(record) as fc.Arbitrary<Step>,
});

const anyStep = fc.oneof(
  weighted(1, { kind: fc.constant('register'), from: somebody, ...anyTerms }),
  weighted(2, { kind: fc.constantFrom('buy', 'buyToResell'), from: somebody, ...anyContent }),
  weighted(2, {
    ...{ kind: fc.constant('setTerms'), from: mostlyOwner, ...anyContent },
    ...{ ...anyTerms, withdrawn: fc.boolean() },
  }),
  weighted(4, {
    ...{ kind: fc.constantFrom('offer', 'give'), from: mostlyOwner, ...anyLicence },
    ...{ price: anyPrice, to: somebody },
  }),
  weighted(6, { kind: fc.constantFrom('buyOffer', 'resell', 'resell'), from: somebody, ...anyLicence }),
  weighted(1, { kind: fc.constant('giveContent'), from: mostlyOwner, ...anyContent, to: somebody }),
  weighted(2, { kind: fc.constant('poll'), from: somebody }),
);
interface Step {
  kind: string;
  from: string;
  content?: number;
  licence?: number;
  price?: bigint;
  resalePrice?: bigint;
  allowResale?: boolean;
  withdrawn?: boolean;
  to?: string;
}

async function ownerOf(world: ChainWorld, item: string): Promise<string> {
  const owner = readItemData(await world.get(item, 'get_nft_data'))?.owner;
  return people.find((name) => person(name) === owner) ?? '';
}

/** Sends a message; contracts refuse some of them. */
async function act(world: ChainWorld, index: TestIndexer, step: Step): Promise<void> {
  const { kind, to = '', price = 0n, resalePrice = 0n, allowResale = false, withdrawn = false } = step;
  let { from } = step;
  if (kind === 'poll') return void (await index.poll());
  if (kind === 'register') return void (await world.register(from, { price, resalePrice, allowResale }));
  const contents = await world.countItems(world.platform);
  if (contents === 0) return;
  const content = world.contentAt(Math.min(step.content ?? 0, contents - 1));
  if (from === 'owner' && step.licence === undefined) from = await ownerOf(world, content);
  switch (kind) {
    case 'buy':
      return void (await world.buy(from, content, 'listen'));
    case 'buyToResell':
      return void (await world.buy(from, content, 'resale'));
    case 'setTerms':
      return void (await world.setTerms(from, content, { price, resalePrice, allowResale, withdrawn }));
    case 'giveContent':
      return void (await world.transfer(from, content, to));
  }
  const licences = await world.countItems(content);
  if (licences === 0) return;
  const licence = world.licenceAt(content, Math.min(step.licence ?? 0, licences - 1));
  if (from === 'owner') from = await ownerOf(world, licence);
  if (kind === 'resell') await world.offer(await ownerOf(world, licence), licence, ton);
  if (kind === 'offer') await world.offer(from, licence, price);
  if (kind === 'buyOffer' || kind === 'resell') await world.buyOffer(from, licence);
  if (kind === 'give') await world.transfer(from, licence, to);
}

/** The answers of the contracts themselves. */
async function onChain(world: ChainWorld): Promise<object[]> {
  const found: object[] = [];
  for (let n = 0; n < (await world.countItems(world.platform)); n += 1) {
    const address = world.contentAt(n);
    const item = readItemData(await world.get(address, 'get_nft_data'));
    const { royalties, ...terms } = readContentTerms(await world.get(address, 'get_terms')) ?? {};
    found.push({ address, index: item?.index, owner: item?.owner, ...terms });
    for (let of = 0; of < (await world.countItems(address)); of += 1) {
      const licence = world.licenceAt(address, of);
      const { owner, index } = readItemData(await world.get(licence, 'get_nft_data')) ?? {};
      const { kind, offerPrice } = readLicenceData(await world.get(licence, 'get_licence_data')) ?? {};
      found.push({ address: licence, index, owner, kind, offer: offerPrice === 0n ? undefined : offerPrice });
    }
  }
  return found;
}

const shownLicence = ({ address, index, owner, kind, offer }: ChainLicence) => ({
  address,
  index,
  owner,
  kind,
  offer,
});

function inIndex({ market, licences, filter }: TestIndexer): object[] {
  const all = people.map(person);
  const contents = market.page({ ...filter, owners: all }, 'newest', undefined, 100).reverse();
  const held = licences.ofOwners(filter.platform, all, 'given', { limit: 1000 });
  return contents.flatMap(({ id, address, index, owner, price, resalePrice, ...content }) => {
    const { allowResale, downloadable, withdrawn } = content;
    const licencesOfContent = held.filter((licence) => licence.content === id);
    return [
      { address, index, owner, price, resalePrice, allowResale, downloadable, withdrawn },
      ...licencesOfContent.sort((a, b) => a.index - b.index).map(shownLicence),
    ];
  });
}

test('keeps owners, licences, terms and offers in the index equal to the chain', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 30, maxLength: 30 }), async (steps) => {
      const world = await openChainWorld();
      const server = await startToncenter(backEndOf(world));
      server.choose = () => backEndOf(world);
      const index = await openTestIndexer({ platform: world.platform, url: server.url });
      try {
        for (const from of people) {
          await world.register(from, { price: ton, resalePrice: ton, allowResale: true });
          await world.buy(from, world.contentAt(0), 'resale');
        }
        for (const step of steps) await act(world, index, step);
        expect((await index.poll()).status).toBe('ok');
        expect(inIndex(index)).toEqual(await onChain(world));
      } finally {
        await index.stop();
        await server.stop();
        await world.close();
      }
    }),
    { numRuns: randomRuns(4), endOnFailure: true },
  );
});
