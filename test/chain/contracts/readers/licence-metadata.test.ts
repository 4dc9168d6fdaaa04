import { Address, beginCell, type Cell } from '@ton/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RawAddress } from '../../../../src/core/ton/ton-address.ts';
import { contentMetadataCell } from '../../../../src/features/chain/contracts/content-metadata.ts';
import {
  offChainMetadata,
  onChainMetadata,
  readMetadata,
} from '../../../../src/features/chain/contracts/metadata.ts';
import { randomRuns } from '../../../support/random-runs.ts';
import { type Market, openMarket } from '../support/market.ts';
import { author, buyer } from '../support/people.ts';
import { sampleMetadata } from '../support/samples.ts';

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const names = [
  'name',
  'description',
  'attributes',
  'image',
  'image_data',
  'content_id',
  'content_url',
] as const;

/** Reads it as wallets do: the item’s own content goes through its collection (TEP-62). */
async function shown(market: Market, content: RawAddress, licence: RawAddress): Promise<Cell> {
  const individual = (await market.get(licence, 'get_nft_data')).skip(4).readCell();
  const args = [
    { type: 'int', value: 0n },
    { type: 'cell', cell: individual },
  ] as const;
  const answer = await market.chain.runGetMethod(Address.parseRaw(content), 'get_nft_content', [...args]);
  return answer.stackReader.readCell();
}

it('a licence has its own name, attributes and image, and the other metadata of its content (TEP-64)', async () => {
  const market = await openMarket();
  const metadata = contentMetadataCell(sampleMetadata, {
    image: 'https://node.example/cover',
    preview: 'https://node.example/preview',
  });
  const content = await market.register(author, { metadata });
  for (const [kind, name, value] of [
    ['listen', 'Песня о море – licence', 'listen'],
    ['resale', 'Песня о море – resale licence', 'resale'],
  ] as const) {
    const licence = await market.buy(buyer, content, kind);
    const fields = readMetadata(await shown(market, content, licence), names, 100_000);
    expect(fields).toMatchObject({
      name,
      description: sampleMetadata.description,
      content_id: sampleMetadata.contentId,
      content_url: 'https://node.example/preview',
    });
    expect(JSON.parse(fields?.attributes ?? '')).toEqual([{ trait_type: 'Licence', value }]);
    expect(fields?.image_data).toMatch(/^<svg xmlns='http:\/\/www\.w3\.org\/2000\/svg'.*<\/svg>$/);
    expect(fields?.image).toBeUndefined();
  }
});

it(`names of any length get their ending (SEED=${seed})`, async () => {
  const name = fc.string({ unit: 'binary', maxLength: 400 });
  const market = await openMarket();
  await fc.assert(
    fc.asyncProperty(name, async (title) => {
      const content = await market.register(author, { metadata: onChainMetadata({ name: title }) });
      const licence = await market.buy(buyer, content, 'resale');
      const fields = readMetadata(await shown(market, content, licence), names, 100_000);
      expect(fields?.name).toBe(`${title} – resale licence`);
    }),
    {
      seed,
      numRuns: randomRuns(15),
      examples: [[''], ['a'.repeat(107)], ['a'.repeat(108)], ['a'.repeat(126)], ['a'.repeat(300)]],
    },
  );
});

it.each<[string, Cell]>([
  ['a URL', offChainMetadata('https://node.example/song.json')],
  ['nothing', beginCell().endCell()],
])('off-chain metadata is returned unchanged: %s', async (_name, metadata) => {
  const market = await openMarket();
  const content = await market.register(author, { metadata });
  const licence = await market.buy(buyer, content, 'listen');
  expect((await shown(market, content, licence)).equals(metadata)).toBe(true);
});
