import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { localContent } from '../../src/contract/dashboard-api/content.ts';
import { viewedContent } from '../../src/contract/node-api/serving.ts';
import { answerOf, edit, patch, remove, store } from '../support/node/content-world.ts';
import { startTestNode, type TestNode, temporaryFolder } from '../support/node/start-test-node.ts';
import { pictureNamed } from '../support/pictures.ts';

const dataDir = temporaryFolder();
let alcove: TestNode;
let token: string;

beforeAll(async () => {
  alcove = await startTestNode({ dataDir });
  token = await alcove.token('storage:write', 'content:read');
});
afterAll(async () => {
  await alcove.stop();
  rmSync(dataDir, { recursive: true });
});

const view = async (id: string) =>
  viewedContent.parse((await answerOf(alcove.ask(`/api/v1/content.view/${id}`))).body);
const local = async (id: string) =>
  localContent.parse((await answerOf(alcove.askLocal(`/local/content/${id}`))).body);
const picture = () =>
  store(alcove, token, pictureNamed(randomUUID()), { name: 'cover.png', type: 'image/png' });

it('changes the given fields only, and keeps them after a restart', async () => {
  const id = await store(alcove, token, 'a song', { name: 'song.mp3', type: 'audio/mpeg' });
  const before = await local(id);
  expect(before).toMatchObject({
    title: 'song',
    published: false,
    uploaded_by: { id: 'owner', name: 'owner' },
  });
  const cover = await picture();
  const changes = {
    title: 'The song',
    description: 'Sung <b>once</b>',
    authors: ['Ann', 'Bob'],
    hashtags: ['live', '2026'],
    cover_id: cover,
    published: true,
  };
  const edited = await edit(alcove, id, { ...changes, hashtags: ['#live', '2026', 'live'] });
  expect(edited).toMatchObject({ ...changes, name: 'song.mp3', created_at: before.created_at });
  expect(edited.updated_at >= before.updated_at).toBe(true);
  await alcove.stop();
  alcove = await startTestNode({ dataDir });
  expect(await local(id)).toMatchObject(changes);
  const url = `${alcove.node.nodeUrl}/api/v1/storage/${cover}`;
  expect((await view(id)).display_options.metadata).toEqual({
    name: 'The song',
    description: 'Sung <b>once</b>',
    image: expect.stringContaining(`${url}?access=`),
  });
  expect((await fetch(url)).headers.get('content-type')).toBe('image/png');
  await edit(alcove, id, { description: '', authors: [], hashtags: [], cover_id: null, published: false });
  expect(await view(id)).toMatchObject({
    title: 'The song',
    description: '',
    authors: [],
    cover_id: null,
    published: false,
    display_options: { metadata: { image: null } },
  });
});

it('finds contents in the dashboard by their new titles and their names', async () => {
  const id = await store(alcove, token, 'named', { name: 'recording-0042.wav', type: 'audio/wav' });
  await edit(alcove, id, { title: 'Thunder over the lake' });
  for (const [q, total] of [
    ['under ov', 1],
    ['0042.wa', 1],
    ['42', 1],
    ['nder over the lakes', 0],
  ] as const) {
    const { body } = await answerOf(alcove.askLocal(`/local/content?${new URLSearchParams({ q })}`));
    expect(body.total, q).toBe(total);
  }
});

it('accepts only a stored picture as cover, and removes the cover when the picture is deleted', async () => {
  const id = await store(alcove, token, 'covered', { name: 'covered.txt' });
  const svg = await store(alcove, token, '<svg xmlns="http://www.w3.org/2000/svg"/>', {
    name: 'a.svg',
    type: 'image/svg+xml',
  });
  for (const cover_id of [svg, id, '0'.repeat(64)]) {
    expect(await patch(alcove, id, { cover_id })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', errors: [{ path: 'body.cover_id' }] },
    });
  }
  const cover = await picture();
  await edit(alcove, id, { cover_id: cover });
  await edit(alcove, cover, { cover_id: cover });
  await remove(alcove, cover);
  expect(await view(id)).toMatchObject({ cover_id: null });
});

it.each([
  [{ title: '' }, 'body.title'],
  [{ title: 'x'.repeat(201) }, 'body.title'],
  [{ authors: [''] }, 'body.authors.0'],
  [{ hashtags: ['#'] }, 'body.hashtags.0'],
  [{ published: 'yes' }, 'body.published'],
])('rejects an edit with %j', async (changes, path) => {
  const id = await store(alcove, token, 'to be refused');
  expect(await patch(alcove, id, changes)).toMatchObject({ status: 400, body: { errors: [{ path }] } });
});

it('returns 404 for a content that is not stored', async () => {
  const unknown = '0'.repeat(64);
  expect(await patch(alcove, unknown, { title: 'x' })).toMatchObject({ status: 404 });
  expect(await answerOf(alcove.askLocal(`/local/content/${unknown}`))).toMatchObject({ status: 404 });
  expect(await patch(alcove, 'nothing', { title: 'x' })).toMatchObject({
    status: 400,
    body: { code: 'invalid_content_id' },
  });
});
