import { createHash } from 'node:crypto';
import { beginCell, Cell, Dictionary } from '@ton/core';
import { expect, test } from 'vitest';
import { snakeCell } from '../../../src/features/chain/contracts/cells/snake.ts';
import { offChainMetadata, onChainMetadata } from '../../../src/features/chain/contracts/metadata.ts';
import { contentFacts } from '../../../src/features/chain/indexer/content-facts.ts';
import { person } from '../contracts/support/people.ts';
import { sampleMetadata, ton } from '../contracts/support/samples.ts';
import { openChainWorld } from './chain-world.ts';
import { openTestIndexer } from './test-indexer.ts';
import { backEndOf, startToncenter } from './toncenter-server.ts';

const { contentId } = sampleMetadata;
const fields = { content_id: contentId, name: 'A song' };

/** With bytes that are no text. */
function withBytes(name: string, bytes: Buffer): Cell {
  const entries = Dictionary.empty(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell());
  const key = (text: string) => createHash('sha256').update(text).digest();
  const value = (content: Uint8Array) => snakeCell(Buffer.concat([Buffer.of(0), content]));
  for (const [field, text] of Object.entries(fields)) entries.set(key(field), value(Buffer.from(text)));
  entries.set(key(name), value(bytes));
  return beginCell().storeUint(0, 8).storeDict(entries).endCell();
}

/** Metadata of which nothing is shown. */
const nonsense: Record<string, Cell> = {
  'an empty cell': Cell.EMPTY,
  'a URL': offChainMetadata('https://evil.example/metadata.json'),
  'a dictionary that is none': beginCell().storeUint(0, 8).storeBit(true).storeRef(Cell.EMPTY).endCell(),
  'no content id': onChainMetadata({ name: 'A song', description: 'Look at https://evil.example' }),
  'a content id that is none': onChainMetadata({ ...fields, content_id: '../../etc/passwd' }),
  'the id of something else': onChainMetadata({
    ...fields,
    content_id: 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG',
  }),
};

test.each(Object.keys(nonsense))('shows nothing of metadata that is %s', (what) => {
  expect(contentFacts(nonsense[what] ?? Cell.EMPTY)).toEqual({
    ...{ sha256: undefined, cover: undefined, keyHash: undefined, size: undefined },
    ...{ contentType: 'application/octet-stream', title: '', description: '', authors: [], hashtags: [] },
  });
});

test.each<[string, Cell, object]>([
  ['endless texts', onChainMetadata({ ...fields, name: 'a'.repeat(9000) }), { title: 'a'.repeat(200) }],
  ['an empty title', onChainMetadata({ ...fields, name: ' \u202e\n ' }), { title: contentId }],
  [
    'letters that change the text direction',
    onChainMetadata({ ...fields, name: 'gpj.\u202e\u061cexe\u0000' }),
    { title: 'gpj.exe' },
  ],
  ['half a character', withBytes('name', Buffer.from([0x41, 0xff, 0xc3])), { title: 'A' }],
  ['lines', onChainMetadata({ ...fields, description: 'one\r\n\u0007two\n' }), { description: 'one\ntwo' }],
  ['long lines', onChainMetadata({ ...fields, description: 'é\n'.repeat(9000) }), {}],
  ['an invalid list', onChainMetadata({ ...fields, authors: '{"length":1e9}' }), { authors: [] }],
  ['nested lists', onChainMetadata({ ...fields, authors: '['.repeat(20_000) }), { authors: [] }],
  [
    'values of other types',
    onChainMetadata({ ...fields, authors: '[1,null,{"a":1},"Ada","Ada"," "]' }),
    { authors: ['Ada'] },
  ],
  [
    'too many',
    onChainMetadata({ ...fields, hashtags: JSON.stringify(Array(99).fill('#x')) }),
    { hashtags: ['x'] },
  ],
  ['sizes', onChainMetadata({ ...fields, size: '-1' }), { size: undefined }],
  ['a size out of range', onChainMetadata({ ...fields, size: '9'.repeat(16) }), { size: undefined }],
  [
    'types',
    onChainMetadata({ ...fields, content_type: 'text/html"><script>' }),
    { contentType: 'application/octet-stream' },
  ],
  [
    'a cover at a URL',
    onChainMetadata({ ...fields, image_id: 'https://evil.example/x.png' }),
    { cover: undefined },
  ],
  ['keys', onChainMetadata({ ...fields, key_hash: 'ab' }), { keyHash: undefined }],
])('shows only the valid parts of %s', (_, metadata, expected) => {
  const facts = contentFacts(metadata);
  expect(facts).toMatchObject({ title: 'A song', ...expected });
  expect(facts.sha256?.length).toBe(32);
  expect(JSON.stringify(facts).length).toBeLessThan(40_000);
  expect(facts.description.split('\n').length).toBeLessThanOrEqual(500);
});

test('keeps a content with malicious metadata in its place, and it can be bought', async () => {
  const world = await openChainWorld();
  const server = await startToncenter(backEndOf(world));
  server.choose = () => backEndOf(world);
  const index = await openTestIndexer({ platform: world.platform, url: server.url });
  for (const metadata of Object.values(nonsense)) await world.register('author', { metadata });
  await world.register('author', { metadata: onChainMetadata(fields) });
  await world.buy('buyer', world.contentAt(1), 'listen');
  expect((await index.poll()).status).toBe('ok');
  const count = Object.keys(nonsense).length;
  expect(index.content(world.contentAt(count))).toMatchObject({ index: count, title: 'A song', price: ton });
  expect(index.content(world.contentAt(1))).toMatchObject({ index: 1, title: '', owner: person('author') });
  expect(index.licence(world.licenceAt(world.contentAt(1), 0))?.owner).toBe(person('buyer'));
  expect(index.market.page(index.filter, 'newest', undefined, 10).map(({ title }) => title)).toEqual([
    'A song',
  ]);
  await index.stop();
  await server.stop();
  await world.close();
});
