import { createParser } from 'eventsource-parser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { localContent, localContentPage } from '../../src/contract/dashboard-api/content.ts';
import {
  type MediaUpload,
  mediaDetails,
  waitingMedia,
} from '../../src/contract/dashboard-api/library/media.ts';
import { contentList } from '../../src/contract/node-api/content.ts';
import { type Answer, answerOf, edit, patch, remove, store } from '../support/node/content-world.ts';
import { json, startTestNode, type TestNode } from '../support/node/start-test-node.ts';
import { pngChunk, pngOf, samplePictures, svgBomb } from '../support/pictures.ts';

let alcove: TestNode;
let token: string;

beforeAll(async () => {
  alcove = await startTestNode();
  token = await alcove.token('storage:write', 'content:read');
});
afterAll(() => alcove.stop());

const put = (id: string, body: object): Promise<Answer> =>
  answerOf(alcove.askLocal(`/local/content/${id}/media`, { method: 'PUT', ...json(body) }));
const media = async (id: string) =>
  mediaDetails.parse((await answerOf(alcove.askLocal(`/local/content/${id}/media`))).body);
const local = async (id: string) =>
  localContent.parse((await answerOf(alcove.askLocal(`/local/content/${id}`))).body);
const found = async (q: string) => {
  const { body } = await answerOf(alcove.askLocal(`/local/content?q=${encodeURIComponent(q)}`));
  return localContentPage.parse(body).items.map(({ content_id }) => content_id);
};
const picture = (path: string | null, init?: RequestInit) =>
  fetch(`${alcove.node.dashboardUrl}${path}`, init);

const made = { state: 'made', maker: 1 } as const;
const thumbnail = samplePictures.webp.toString('base64');
const song = {
  ...made,
  duration_ms: 192_000,
  title: 'Morning Song',
  artist: 'Ada Marlow',
  album: 'Harbour',
  track: 3,
  year: 2026,
  waveform: Array.from({ length: 400 }, (_, n) => n % 256),
  thumbnail,
} satisfies Partial<MediaUpload>;

it('keeps, lists and replaces facts as a whole', async () => {
  const id = await store(alcove, token, 'a song', { name: 'track 3.mp3', type: 'audio/mpeg' });
  expect(await media(id)).toEqual({ media: null, waveform: null });
  expect(await local(id)).toMatchObject({ media: null, thumbnail_url: null });
  const { status, body } = await put(id, song);
  expect(status).toBe(200);
  expect(mediaDetails.parse(body)).toMatchObject({ media: { title: 'Morning Song', width: null } });
  expect((await media(id)).waveform).toEqual(song.waveform);
  const listed = await local(id);
  expect(listed.media).toMatchObject({ duration_ms: 192_000, artist: 'Ada Marlow', has_waveform: true });
  expect(listed.thumbnail_url).toMatch(new RegExp(`^/thumbnails/${id}\\?v=\\w+$`));

  await put(id, { ...made, maker: 2, duration_ms: 5000 });
  expect(await media(id)).toMatchObject({
    media: { maker: 2, duration_ms: 5000, title: null, has_waveform: false },
    waveform: null,
  });
  expect(await local(id)).toMatchObject({ thumbnail_url: null });
});

it('stores a failure, so that nothing tries again', async () => {
  const id = await store(alcove, token, 'no picture');
  await put(id, { state: 'failed', failure: 'unreadable', maker: 1 });
  expect((await local(id)).media).toMatchObject({ state: 'failed', failure: 'unreadable', maker: 1 });
});

it('lists contents without facts, newest first, until this version has tried them', async () => {
  const waiting = async (maker: number) => {
    const { body } = await answerOf(alcove.askLocal(`/local/media/waiting?maker=${maker}`));
    return waitingMedia.parse(body);
  };
  const add = (name: string, type: string) => store(alcove, token, `waits ${name}`, { name, type });
  const sound = await add('w.mp3', 'audio/mpeg');
  await add('w.txt', 'text/plain');
  const film = await add('w.webm', 'video/webm');
  const ids = async (maker: number) => (await waiting(maker)).items.map(({ content_id }) => content_id);
  expect((await ids(1)).slice(0, 2)).toEqual([film, sound]);
  await put(film, { state: 'failed', failure: 'unreadable', maker: 1 });
  expect((await ids(1))[0]).toBe(sound);
  expect((await ids(2))[0]).toBe(film);
  expect((await waiting(1)).next_cursor).toBeNull();
  expect((await alcove.askLocal('/local/media/waiting?maker=1&cursor=no*')).status).toBe(400);
});

it('finds contents by the texts of their files, and removes those of earlier facts', async () => {
  const id = await store(alcove, token, 'found by tags', { name: 'x1.mp3' });
  await edit(alcove, id, { published: true });
  const inList = async (q: string) => {
    const { body } = await answerOf(alcove.ask(`/api/v1/content.list?q=${q}`));
    return contentList.parse(body).items.map((item) => ('content_id' in item ? item.content_id : ''));
  };
  expect(await found('quarter')).toEqual([]);
  await put(id, { ...made, title: 'Żółć', artist: 'Headquarters' });
  for (const q of ['quarter', 'żółć', 'Żó']) expect(await found(q), q).toEqual([id]);
  expect(await inList('headq')).toEqual([id]);
  await edit(alcove, id, { description: 'edited' });
  expect(await inList('headq')).toEqual([id]);
  await put(id, { ...made, artist: 'Somebody else' });
  expect(await found('quarter')).toEqual([]);
  expect(await inList('headq')).toEqual([]);
  await remove(alcove, id);
  expect(await found('Somebody')).toEqual([]);
});

it.each<[string, object]>([
  ['a text of 201 characters', { title: 'x'.repeat(201) }],
  ['a text that is none', { artist: 5 }],
  ['a negative length', { duration_ms: -1 }],
  ['a fraction', { width: 1.5 }],
  ['too many pages', { pages: 1e12 }],
  ['a short waveform', { waveform: [1, 2] }],
  ['a peak above a byte', { waveform: Array.from({ length: 400 }, () => 256) }],
  ['an unknown state', { state: 'new' }],
  ['an unknown failure', { state: 'failed', failure: 'bored' }],
  ['no version of the maker', { maker: undefined }],
])('rejects media facts with %s', async (_name, changes) => {
  const id = await store(alcove, token, 'hostile facts');
  expect(await put(id, { ...song, ...changes })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request' },
  });
  expect((await media(id)).media).toBeNull();
});

it.each<[string, Buffer]>([
  ['an SVG', svgBomb(2)],
  ['a page', Buffer.from('<script>1</script>')],
  ['a GIF', samplePictures.gif],
  ['an AVIF', samplePictures.avif],
  ['an animation', pngOf(9, 9, [pngChunk('acTL', Buffer.alloc(8, 1))])],
  ['a picture of 513 pixels', pngOf(513, 9)],
  ['a picture of 65 KiB', pngOf(9, 9, [pngChunk('tEXt', Buffer.alloc(65 * 1024, 'a\0'))])],
])('rejects %s as a thumbnail', async (_name, bytes) => {
  const id = await store(alcove, token, 'hostile thumbnail');
  expect(await put(id, { ...song, thumbnail: bytes.toString('base64') })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', errors: [{ path: 'body.thumbnail' }] },
  });
  expect(await local(id)).toMatchObject({ media: null, thumbnail_url: null });
});

it('removes control characters from texts', async () => {
  const id = await store(alcove, token, 'garbled');
  const title = ' Mor\u0000ning\u202e Song\n ';
  await put(id, { ...made, title, artist: '\u0007\u200f', album_artist: 'Ann' });
  expect((await media(id)).media).toMatchObject({
    title: 'Morning Song',
    artist: null,
    album_artist: 'Ann',
  });
});

it('sends a thumbnail to the dashboard’s own pages, with its detected type', async () => {
  const id = await store(alcove, token, 'with a picture');
  for (const [type, bytes] of [
    ['image/png', pngOf(512, 512)],
    ['image/jpeg', samplePictures.jpeg],
    ['image/webp', samplePictures.webpLossless],
  ] as const) {
    await put(id, { ...made, thumbnail: bytes.toString('base64') });
    const { thumbnail_url: url } = await local(id);
    const answer = await picture(url, { headers: { 'Sec-Fetch-Site': 'same-origin' } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  }
  for (const site of ['cross-site', 'same-site']) {
    const answer = await answerOf(picture(`/thumbnails/${id}`, { headers: { 'Sec-Fetch-Site': site } }));
    expect(answer).toMatchObject({ status: 403, body: { code: 'cross_site' } });
  }
  expect((await picture(`/thumbnails/${await store(alcove, token, 'without')}`)).status).toBe(404);
  expect((await picture('/thumbnails/nothing')).status).toBe(400);
});

it('removes the facts of a content with it, and does not restore them', async () => {
  const id = await store(alcove, token, 'gone');
  await put(id, song);
  const { thumbnail_url: url } = await local(id);
  await remove(alcove, id);
  expect((await picture(url)).status).toBe(404);
  expect(await put(id, song)).toMatchObject({ status: 404, body: { code: 'content_not_found' } });
  await store(alcove, token, 'gone');
  expect(await media(id)).toEqual({ media: null, waveform: null });
  expect(await found('Morning Song')).not.toContain(id);
});

it('requires a dashboard session for media facts', async () => {
  const id = await store(alcove, token, 'private');
  const url = `${alcove.node.dashboardUrl}/local/content/${id}/media`;
  expect((await fetch(url)).status).toBe(401);
  expect((await fetch(url, { method: 'PUT', ...json(song) })).status).toBe(401);
});

it('notifies open pages, and does not change the record', async () => {
  const id = await store(alcove, token, 'live');
  const before = await local(id);
  const response = await alcove.askLocal('/local/events');
  const topics: string[] = [];
  const parser = createParser({
    onEvent: ({ data }) => topics.push((JSON.parse(data) as { topic: string }).topic),
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const until = async (topic: string) => {
    while (!topics.includes(topic)) parser.feed(new TextDecoder().decode((await reader.read()).value));
  };
  await until('ready');
  await put(id, song);
  await until('media');
  await reader.cancel();
  expect(await local(id)).toMatchObject({ title: before.title, updated_at: before.updated_at });
  expect((await patch(alcove, id, { title: 'Mine' })).status).toBe(200);
  expect((await local(id)).media).toMatchObject({ title: 'Morning Song' });
});
