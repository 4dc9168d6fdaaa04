import { createHash } from 'node:crypto';
import { beginCell, type Cell, Dictionary } from '@ton/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countCells } from '../../../../src/features/chain/contracts/cell-count.ts';
import { readSnake, snakeCell } from '../../../../src/features/chain/contracts/cells/snake.ts';
import {
  contentMetadataCell,
  readContentMetadata,
} from '../../../../src/features/chain/contracts/content-metadata.ts';
import {
  offChainMetadata,
  onChainMetadata,
  readMetadata,
} from '../../../../src/features/chain/contracts/metadata.ts';
import { sampleMetadata } from '../support/samples.ts';

const keyOf = (name: string) => createHash('sha256').update(name).digest();
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const runs = { seed, numRuns: 40 };

describe(`metadata (SEED=${seed})`, () => {
  it('is read as it was written, with any texts', () => {
    const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), { maxLength: 20 });
    const values = fc.array(fc.string({ unit: 'binary', maxLength: 600 }), { minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(names, values, (keys, texts) => {
        const fields = Object.fromEntries(keys.map((key, index) => [key, texts[index] ?? '']));
        const read = readMetadata(onChainMetadata(fields), [...keys, 'not there'], 1_000_000);
        expect(read).toEqual(fields);
      }),
      runs,
    );
  });

  it('is a dictionary that @ton/core reads (TEP-64)', () => {
    const slice = onChainMetadata({ name: 'Song', description: '' }).beginParse();
    expect(slice.loadUint(8)).toBe(0);
    const values = slice.loadDict(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell());
    expect(values.get(keyOf('name'))?.beginParse().skip(8).loadStringTail()).toBe('Song');
    expect(values.get(keyOf('description'))?.bits.length).toBe(8);
    expect(values.size).toBe(2);
  });

  it('of a platform is a URL', () => {
    const slice = offChainMetadata('https://node.example/a.json').beginParse();
    expect(slice.loadUint(8)).toBe(1);
    expect(slice.loadStringTail()).toBe('https://node.example/a.json');
    expect(readMetadata(offChainMetadata('https://node.example/a.json'), ['name'], 100)).toBeUndefined();
  });

  it('of a content contains all its fields, and its image only for other programs', () => {
    const metadata = contentMetadataCell(sampleMetadata, { image: 'https://node.example/cover' });
    expect(readContentMetadata(metadata)).toEqual(sampleMetadata);
    expect(readMetadata(metadata, ['image'], 100)).toEqual({ image: 'https://node.example/cover' });
  });
});

describe('foreign metadata', () => {
  const fields = (values: Record<string, string>) => readContentMetadata(onChainMetadata(values));

  it.each<[string, Cell]>([
    ['nothing', beginCell().endCell()],
    ['a dictionary without content', onChainMetadata({ name: 'Song' })],
    ['no dictionary', beginCell().storeUint(0, 8).storeBit(true).endCell()],
    ['a broken dictionary', beginCell().storeUint(0, 8).storeBit(true).storeRef(beginCell()).endCell()],
    ['a library', beginCell().storeUint(2, 8).storeUint(1, 256).endCell({ exotic: true })],
  ])('is ignored when it is %s', (_name, metadata) => {
    expect(readContentMetadata(metadata)).toBeUndefined();
  });

  it('is read as far as it is valid', () => {
    const odd = { authors: '{"a":1}', hashtags: '["a",1,null,"b"]', size: '-1', key_hash: 'AB'.repeat(32) };
    expect(fields({ content_id: 'x', ...odd })).toEqual({
      title: '',
      description: '',
      authors: [],
      hashtags: ['a', 'b'],
      contentId: 'x',
      imageId: '',
      previewId: '',
      contentType: '',
      size: null,
      keyHash: null,
    });
    expect(fields({ content_id: 'x', authors: '[', size: '9'.repeat(16) })).toMatchObject({
      authors: [],
      size: null,
    });
    const many = JSON.stringify(Array.from({ length: 101 }, () => 'a'));
    expect(fields({ content_id: 'x', authors: many })?.authors).toEqual([]);
  });

  it('is read up to 64 KiB', () => {
    const description = 'd'.repeat(70_000);
    expect(fields({ content_id: 'x', description })).toMatchObject({ description: '', contentId: 'x' });
    expect(fields({ content_id: 'x', description: description.slice(0, 60_000) })?.description).toHaveLength(
      60_000,
    );
  });

  it('may be a dictionary of 2^256 entries in 256 cells', () => {
    let node = beginCell()
      .storeUint(0, 2)
      .storeRef(snakeCell(Buffer.from('\0same')))
      .endCell();
    for (let depth = 0; depth < 256; depth++)
      node = beginCell().storeUint(0, 2).storeRef(node).storeRef(node).endCell();
    const metadata = beginCell().storeUint(0, 8).storeBit(true).storeRef(node).endCell();
    expect(countCells(metadata)).toBeLessThan(300);
    expect(readContentMetadata(metadata)).toMatchObject({ title: 'same', contentId: 'same' });
  });

  it('is ignored with a label longer than the key, or an invalid chain', () => {
    // hml_same, all 256 bits zero, in a dictionary that goes on below
    const long = beginCell().storeUint(0b110, 3).storeUint(300, 9).storeRef(beginCell()).endCell();
    const metadata = beginCell().storeUint(0, 8).storeBit(true).storeRef(long).endCell();
    expect(readMetadata(metadata, ['name'], 100)).toEqual({});
    const empty = beginCell().endCell();
    const tree = beginCell().storeUint(0, 8).storeRef(empty).storeRef(empty).endCell();
    expect(readSnake(tree, 100)).toBeUndefined();
    expect(readSnake(beginCell().storeBit(true).endCell(), 100)).toBeUndefined();
    expect(readSnake(beginCell().storeRef(empty).endCell(), 100)).toBeUndefined();
    expect(readSnake(snakeCell(Buffer.alloc(101)), 100)).toBeUndefined();
    expect(readSnake(snakeCell(Buffer.alloc(100)), 100)).toHaveLength(100);
  });
});
