import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod';
import type { LocalContent } from '../../src/contract/dashboard-api/content.ts';
import {
  collectionDetails,
  collectionList,
  entryPage,
  type NewCollection,
} from '../../src/contract/dashboard-api/library/collections.ts';
import { problemDocument } from '../../src/contract/problems.ts';
import { json, startTestNode, type TestNode } from '../support/node/start-test-node.ts';
import { pictureNamed } from '../support/pictures.ts';
import { randomBytes } from '../support/random-bytes.ts';
import { store as storeOn } from './sharing-nodes.ts';

let alcove: TestNode;

beforeAll(async () => {
  alcove = await startTestNode();
});
afterAll(() => alcove.stop());

const store = (name: string, bytes = randomBytes(100)) => storeOn(alcove, name, { bytes });

async function ask<S extends z.ZodType>(
  schema: S,
  path: string,
  body?: object,
  method = body ? 'POST' : 'GET',
): Promise<z.output<S>> {
  const response = await alcove.askLocal(`/local/collections${path}`, { method, ...(body && json(body)) });
  return schema.parse(await response.json());
}

const create = (given: Partial<NewCollection> = {}) =>
  ask(collectionDetails, '', { kind: 'playlist', title: 'Evening', ...given });
const entriesOf = async (id: string) => (await ask(entryPage, `/${id}/entries`)).items;
const namesOf = async (id: string) =>
  (await entriesOf(id)).map((entry) => (entry.type === 'content' ? entry.name : entry.collection.title));
const refused = (path: string, body?: object, method?: string) => ask(problemDocument, path, body, method);
const refs = (...contents: LocalContent[]) => contents.map(({ content_id }) => ({ content_id }));

describe('collections over the dashboard API', () => {
  it('hides a content in the trash, and shows it in its place again', async () => {
    const files = [await store('one.txt'), await store('two.txt'), await store('three.txt')] as const;
    const { id } = await create();
    const send = (path: string, body: object) => alcove.askLocal(path, { method: 'POST', ...json(body) });
    await send(`/local/collections/${id}/entries`, { entries: refs(...files) });
    const ids = [files[1].content_id];
    await send('/local/trash', { content_ids: ids });
    expect(await namesOf(id)).toEqual(['one.txt', 'three.txt']);
    expect(await ask(collectionDetails, `/${id}`)).toMatchObject({ items: 2, contents: 2, size: 200 });
    await send('/local/trash/restore', { content_ids: ids });
    expect(await namesOf(id)).toEqual(['one.txt', 'two.txt', 'three.txt']);
  });

  it('creates, fills, orders, edits and deletes a collection', async () => {
    const [one, two, three] = [await store('one.txt'), await store('two.txt'), await store('three.txt')];
    const { id, items } = await create({ artists: ['Ada Marlow'] });
    expect(items).toBe(0);
    const post = async (path: string, body: object) =>
      (await alcove.askLocal(`/local/collections/${id}${path}`, { method: 'POST', ...json(body) })).json();

    expect(await post('/entries', { entries: refs(one, three) })).toEqual({ added: 2, already_there: 0 });
    expect(await post('/entries', { entries: refs(one, two), before: refs(three)[0] })).toEqual({
      added: 1,
      already_there: 1,
    });
    expect(await namesOf(id)).toEqual(['one.txt', 'two.txt', 'three.txt']);
    await post('/entries/move', { entries: refs(three), before: refs(one)[0] });
    expect(await namesOf(id)).toEqual(['three.txt', 'one.txt', 'two.txt']);
    expect(await ask(collectionDetails, `/${id}`)).toMatchObject({ items: 3, contents: 3, size: 300 });
    expect(await post('/entries/remove', { entries: refs(one) })).toEqual({ removed: 1 });

    const cover = await store('cover.png', pictureNamed('cover', 8, 8));
    const edit = { title: 'Late', cover_id: cover.content_id };
    expect(await ask(collectionDetails, `/${id}`, edit, 'PATCH')).toMatchObject({
      title: 'Late',
      artists: ['Ada Marlow'],
      cover_url: `/covers/${cover.content_id}`,
    });
    expect(await refused(`/${id}`, { cover_id: two.content_id }, 'PATCH')).toMatchObject({
      code: 'invalid_request',
      errors: [{ path: 'body.cover_id' }],
    });
    expect((await alcove.askLocal(`/local/collections/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect(await refused(`/${id}`)).toMatchObject({ code: 'collection_not_found' });
    expect((await alcove.askLocal(`/local/content/${one.content_id}`)).status).toBe(200);
  });

  it('keeps an entry whose file is deleted, and shows it as missing', async () => {
    const [song, other] = [await store('song.mp3'), await store('other.mp3')];
    const { id } = await create();
    await alcove.askLocal(`/local/collections/${id}/entries`, {
      method: 'POST',
      ...json({ entries: refs(song, other) }),
    });
    await alcove.askLocal(`/local/content/${song.content_id}`, { method: 'DELETE' });
    expect(await entriesOf(id)).toMatchObject([
      { content: null, content_id: song.content_id, name: 'song.mp3', size: 100, content_type: 'audio/mpeg' },
      { content: { content_id: other.content_id } },
    ]);
  });

  it('nests collections, each in one place, and deletes what is inside', async () => {
    const outer = await create({ kind: 'folder', title: 'Outer' });
    const inner = await create({ kind: 'folder', title: 'Inner', parent_id: outer.id });
    const song = await store('deep.mp3');
    await ask(collectionDetails.partial().loose(), `/${inner.id}/entries`, { entries: refs(song) });
    expect(await ask(collectionDetails, `/${inner.id}`)).toMatchObject({
      parent_id: outer.id,
      path: [{ id: outer.id, title: 'Outer' }],
    });
    expect(await ask(collectionDetails, `/${outer.id}`)).toMatchObject({ items: 1, contents: 1, size: 100 });
    const itself = { entries: [{ collection_id: outer.id }] };
    expect(await refused(`/${inner.id}/entries`, itself)).toMatchObject({ code: 'collection_in_itself' });
    expect(await refused(`/${outer.id}/entries`, itself)).toMatchObject({ code: 'collection_in_itself' });

    const other = await create({ kind: 'folder', title: 'Elsewhere' });
    await alcove.askLocal(`/local/collections/${other.id}/entries`, {
      method: 'POST',
      ...json({ entries: [{ collection_id: inner.id }] }),
    });
    expect(await namesOf(outer.id)).toEqual([]);
    expect(await namesOf(other.id)).toEqual(['Inner']);
    const { items } = await ask(collectionList, '?limit=100');
    expect(items.map(({ title }) => title)).not.toContain('Inner');
    expect((await ask(collectionList, '?q=nner')).items).toMatchObject([{ id: inner.id }]);
    expect((await ask(collectionList, '?nested=true')).items).toMatchObject([
      { id: inner.id, parent_title: 'Elsewhere' },
    ]);

    await alcove.askLocal(`/local/collections/${other.id}`, { method: 'DELETE' });
    expect(await refused(`/${inner.id}`)).toMatchObject({ code: 'collection_not_found' });
    expect((await alcove.askLocal(`/local/content/${song.content_id}`)).status).toBe(200);
  });

  it('shows covers and thumbnails of its first contents, adds up their lengths, and counts sounds and films', async () => {
    const cover = await store('front.png', pictureNamed('front', 8, 8));
    const songs = await Promise.all([1, 2, 3, 4, 5].map((number) => store(`song ${number}.mp3`)));
    for (const [index, { content_id }] of songs.entries()) {
      const thumbnail = index === 1 ? null : pictureNamed(`${index}`, 8, 8).toString('base64');
      const media = { state: 'made', maker: 1, duration_ms: 1000, thumbnail };
      await alcove.askLocal(`/local/content/${content_id}/media`, { method: 'PUT', ...json(media) });
    }
    const covered = `/local/content/${songs[1]?.content_id}`;
    await alcove.askLocal(covered, { method: 'PATCH', ...json({ cover_id: cover.content_id }) });
    const { id } = await create({ kind: 'album' });
    await alcove.askLocal(`/local/collections/${id}/entries`, {
      method: 'POST',
      ...json({ entries: refs(...songs, await store('new.mp3'), cover) }),
    });
    const { cover_urls, length_ms, tracks } = await ask(collectionDetails, `/${id}`);
    expect(length_ms).toBe(5000);
    expect(tracks).toBe(6);
    const idsOf = cover_urls.map((url) => url.split('/').at(-1)?.split('?')[0]);
    expect(idsOf).toEqual([0, 1, 2, 3].map((n) => (n === 1 ? cover.content_id : songs[n]?.content_id)));
    for (const url of cover_urls) expect((await alcove.askLocal(url)).status).toBe(200);
  });

  it('shows the picture that songs of an album share once', async () => {
    const thumbnail = pictureNamed('sea', 8, 8).toString('base64');
    const songs = await Promise.all(['a', 'b', 'c'].map((name) => store(`${name}.mp3`)));
    const albums = ['Harbour', 'Harbour', 'Forest'];
    for (const [index, { content_id }] of songs.entries()) {
      const tags = { title: null, artist: null, album: albums[index] };
      const media = { state: 'made', maker: 1, ...tags, thumbnail };
      const path = `/local/content/${content_id}/media`;
      expect((await alcove.askLocal(path, { method: 'PUT', ...json(media) })).status).toBe(200);
    }
    const { id } = await create({ kind: 'folder' });
    const entries = refs(...songs);
    await alcove.askLocal(`/local/collections/${id}/entries`, { method: 'POST', ...json({ entries }) });
    const { cover_urls } = await ask(collectionDetails, `/${id}`);
    expect(cover_urls.map((url) => songs.findIndex(({ content_id }) => url.includes(content_id)))).toEqual([
      0, 2,
    ]);
  });

  it('refuses what it does not know, with problems', async () => {
    const { id } = await create();
    const unknown = `bafkrei${'a'.repeat(52)}`;
    const nobody = '/AAAAAAAAAAAA';
    const codes = [
      await refused('', { kind: 'mixtape', title: 'x' }),
      await refused('', { kind: 'album', title: '  ' }),
      await refused(`/${id}/entries`, { entries: [] }),
      await refused(`/${id}/entries`, { entries: Array(1001).fill({ content_id: unknown }) }),
      await refused(`/${id}/entries`, { entries: [{ content_id: 'no id' }] }),
      await refused(`/${id}/entries`, { entries: [{ content_id: unknown }] }),
      await refused(`/${id}/entries`, { entries: [{ collection_id: 'AAAAAAAAAAAA' }] }),
      await refused('', { kind: 'album', title: 'x', parent_id: 'AAAAAAAAAAAA' }),
      await refused(`${nobody}/entries`),
      await refused(`${nobody}/entries/move`, { entries: [{ content_id: unknown }] }),
      await refused(`${nobody}/entries/remove`, { entries: [{ content_id: unknown }] }),
      await refused(nobody, { title: 'x' }, 'PATCH'),
      await refused(nobody, undefined, 'DELETE'),
    ].map(({ code }) => code);
    expect(codes.slice(0, 4)).toEqual(Array(4).fill('invalid_request'));
    expect(codes.slice(4, 6)).toEqual(['invalid_content_id', 'content_not_found']);
    expect(codes.slice(6)).toEqual(Array(7).fill('collection_not_found'));
  });

  it('tells open pages of a change', async () => {
    const stop = new AbortController();
    const stream = await alcove.askLocal('/local/events', { signal: stop.signal });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const until = async (topic: string) => {
      while (!text.includes(`"${topic}"`)) text += (await reader?.read())?.value ?? '';
    };
    await until('ready');
    await create();
    await until('collections');
    stop.abort();
  });
});
