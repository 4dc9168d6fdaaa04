import { expect, it } from 'vitest';
import { albumOf } from '../../../renderer/features/collections/album/album.ts';
import type { CollectionEntry } from '../../../src/contract/dashboard-api/library/collections.ts';

interface Tags {
  album?: string;
  artist?: string;
  album_artist?: string;
  disc?: number;
  track?: number;
}

/** An entry with these tags; null: its facts are not made yet. */
const song = (id: string, tags: Tags | null, type = 'audio/mpeg') =>
  ({
    type: 'content',
    content_id: id,
    content: { content_id: id, content_type: type, media: tags },
  }) as unknown as CollectionEntry;

const idsOf = (entries: readonly CollectionEntry[]) =>
  albumOf(entries)?.order.map((ref) => ('content_id' in ref ? ref.content_id : ref.collection_id));

const harbour = { album: 'Harbour', artist: 'Ada Marlow' };

it('orders songs by disc and track, and puts other entries behind them', () => {
  const entries = [
    song('cover', null, 'image/png'),
    song('no number', harbour),
    song('2-1', { ...harbour, disc: 2, track: 1 }),
    song('1-10', { ...harbour, disc: 1, track: 10 }),
    song('1-2', { ...harbour, disc: 1, track: 2 }),
  ];
  expect(idsOf(entries)).toEqual(['1-2', '1-10', '2-1', 'no number', 'cover']);
});

it('names the artist that all songs share', () => {
  const guest = { ...harbour, artist: 'Ada Marlow and a guest' };
  expect(albumOf([song('1', harbour), song('2', harbour)])).toMatchObject({
    title: 'Harbour',
    artists: ['Ada Marlow'],
  });
  expect(albumOf([song('1', harbour), song('2', guest)])?.artists).toEqual([]);
  const by = { album_artist: 'Ada Marlow' };
  expect(albumOf([song('1', { ...harbour, ...by }), song('2', { ...guest, ...by })])?.artists).toEqual([
    'Ada Marlow',
  ]);
});

it.each([
  ['a single song', [song('1', harbour)]],
  ['songs of two albums', [song('1', harbour), song('2', { album: 'Inland' })]],
  ['a song without an album', [song('1', harbour), song('2', {})]],
  ['a song whose facts are not made yet', [song('1', harbour), song('2', null)]],
  ['files that are no songs', [song('1', harbour, 'text/plain'), song('2', harbour, 'text/plain')]],
])('finds no album in %s', (_case, entries) => {
  expect(albumOf(entries)).toBeNull();
});
