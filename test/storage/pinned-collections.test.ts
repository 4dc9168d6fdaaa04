import { createHash } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import type { CollectionManifest } from '../../src/contract/collections/manifest.ts';
import { manifestType } from '../../src/contract/collections/media-types.ts';
import { collectionLimits } from '../../src/contract/dashboard-api/library/collections.ts';
import { contentIdOf } from '../../src/core/content-id.ts';
import { manifestFile } from '../../src/features/content/manifests/manifest.ts';
import { openContent } from '../content/open-content.ts';
import { entryOf, manifestOf } from '../licensing/support/collection-shop.ts';
import { randomBytes } from '../support/random-bytes.ts';
import { longIt } from '../support/random-runs.ts';
import { receive, uploadAs } from './copies.ts';

type Entries = CollectionManifest['entries'];

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const songs = [0, 1, 2].map(() => randomBytes(1000));
const [first, second, third] = songs.map(hashOf) as [Buffer, Buffer, Buffer];
const song = (sha256: Buffer) => entryOf(sha256, 'Song');
const nested = (sha256: Buffer) => ({ manifest_id: contentIdOf(sha256), title: 'Extras' });

/** A node with copies of three songs, and of the manifests that a test adds. */
async function nodeWithSongs() {
  const node = await openContent();
  for (const bytes of songs) await receive(node, bytes);
  const receiveManifest = (entries: Entries, cover: Buffer | null = null) =>
    receive(node, manifestFile(manifestOf(entries, cover && contentIdOf(cover))), {
      contentType: manifestType,
    });
  /** Evicts all that can be evicted, and returns which of these are still stored. */
  const keptOf = async (...hashes: Buffer[]) => {
    const evictable = () => node.copyRows.usage().copies;
    while (evictable().contents > 0) await node.eviction.freeDisk(evictable().bytes);
    return hashes.map((sha256) => node.copies.has(sha256));
  };
  return { ...node, receiveManifest, keptOf };
}

it('keeps the contents and the cover of a pinned collection, and releases them with it', async () => {
  const node = await nodeWithSongs();
  const cover = await receive(node, randomBytes(500));
  const album = await node.receiveManifest([song(first), song(second)], cover);
  expect(await node.copies.pin(album, true)).toBe(true);
  expect(await node.keptOf(album, first, second, cover, third)).toEqual([true, true, true, true, false]);
  expect(node.storeUsage.used().pinned.contents).toBe(4);
  expect(await node.copies.pin(album, false)).toBe(true);
  expect(await node.keptOf(album, first, second, cover)).toEqual([false, false, false, false]);
  expect(node.storeUsage.used().pinned).toEqual({ contents: 0, bytes: 0 });
});

it('keeps parts that are pinned by themselves or with another collection', async () => {
  const node = await nodeWithSongs();
  const album = await node.receiveManifest([song(first), song(second), song(third)]);
  const mix = await node.receiveManifest([song(second)]);
  await node.copies.pin(first, true);
  for (const each of [album, mix]) await node.copies.pin(each, true);
  await node.copies.pin(album, false);
  expect(await node.keptOf(first, second, third)).toEqual([true, true, false]);
  await node.copies.pin(mix, false);
  expect(await node.keptOf(first, second)).toEqual([true, false]);
});

it('releases a part that its owner unpins', async () => {
  const node = await nodeWithSongs();
  const album = await node.receiveManifest([song(first), song(second)]);
  await node.copies.pin(album, true);
  await node.copies.pin(first, false);
  expect(await node.keptOf(album, first, second)).toEqual([true, false, true]);
});

it('keeps what nested collections contain', async () => {
  const node = await nodeWithSongs();
  const innermost = await node.receiveManifest([song(first)]);
  const inner = await node.receiveManifest([nested(innermost), song(second)]);
  const outer = await node.receiveManifest([
    song(third),
    nested(inner),
    nested(hashOf(Buffer.from('absent'))),
  ]);
  await node.copies.pin(outer, true);
  const all = [outer, inner, innermost, first, second, third];
  expect(await node.keptOf(...all)).toEqual(all.map(() => true));
  await node.copies.pin(outer, false);
  expect(await node.keptOf(...all)).toEqual(all.map(() => false));
});

it('reads a nested collection once, although it is named many times', async () => {
  const node = await nodeWithSongs();
  const inner = await node.receiveManifest([song(first)]);
  const outer = await node.receiveManifest(Array.from({ length: 100 }, () => nested(inner)));
  const reads = vi.spyOn(node.catalogue, 'reader');
  await node.copies.pin(outer, true);
  expect(reads).toHaveBeenCalledTimes(2);
  expect(await node.keptOf(outer, inner, first)).toEqual([true, true, true]);
});

it('keeps parts that arrive later, until the collection is deleted', async () => {
  const node = await openContent();
  const file = manifestFile(manifestOf([song(first)]));
  const album = await receive(node, file, { contentType: manifestType });
  await node.copies.pin(album, true);
  await receive(node, songs[0] as Buffer);
  expect(await node.eviction.freeDisk(1)).toBe(0);
  await node.catalogue.remove(album);
  expect(await node.eviction.freeDisk(1)).toBe(1000);
});

longIt('pins a broken manifest as a file, and refuses one with too many parts', async () => {
  const node = await nodeWithSongs();
  const broken = manifestFile({ ...manifestOf([song(first)]), title: 'Other' });
  const invalid = await receive(node, broken, { contentType: manifestType });
  expect(await node.copies.pin(invalid, true)).toBe(true);
  expect(await node.keptOf(invalid, first)).toEqual([true, false]);

  const listOf = (seed: number) =>
    Array.from({ length: 4000 }, (_, n) => entryOf(hashOf(Buffer.from(`${seed} ${n}`)), ''));
  const lists = [];
  for (const seed of [1, 2, 3]) lists.push(await node.receiveManifest(listOf(seed)));
  const large = await node.receiveManifest(lists.map(nested));
  await expect(node.copies.pin(large, true)).rejects.toMatchObject({
    code: 'limit_reached',
    text: { params: { most: collectionLimits.entries } },
  });
  expect(await node.keptOf(large)).toEqual([false]);
});

it('counts contents that several nested collections repeat', async () => {
  const node = await nodeWithSongs();
  const lists = [];
  for (const part of [first, second, third]) {
    lists.push(await node.receiveManifest([song(part), ...Array.from({ length: 4000 }, () => song(first))]));
  }
  const large = await node.receiveManifest(lists.map(nested));
  await expect(node.copies.pin(large, true)).rejects.toMatchObject({ code: 'limit_reached' });
});

it('does not pin files that were uploaded here', async () => {
  const node = await openContent();
  const own = await uploadAs(node, 'owner', songs[0] as Buffer);
  expect(await node.copies.pin(own, true)).toBe(false);
  expect(node.storeUsage.used().pinned.contents).toBe(0);
});
