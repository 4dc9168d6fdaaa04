import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { playbackPosition, unfinishedContent } from '../../src/contract/dashboard-api/library/playback.ts';
import { type Answer, answerOf, remove, store } from '../support/node/content-world.ts';
import { json, startTestNode, type TestNode } from '../support/node/start-test-node.ts';

let alcove: TestNode;
let token: string;

beforeAll(async () => {
  alcove = await startTestNode();
  token = await alcove.token('storage:write', 'content:read');
});
afterAll(() => alcove.stop());

const put = (
  id: string,
  at: number,
  length: number,
  unit: 'seconds' | 'chapters' = 'seconds',
): Promise<Answer> =>
  answerOf(
    alcove.askLocal(`/local/playback/${id}`, { method: 'PUT', ...json({ unit, position: at, length }) }),
  );
const position = async (id: string) =>
  playbackPosition.parse((await answerOf(alcove.askLocal(`/local/playback/${id}`))).body).position;
const unfinished = async () => {
  const { body } = await answerOf(alcove.askLocal('/local/playback'));
  return z.object({ items: z.array(unfinishedContent) }).parse(body).items;
};
const hour = 3600;

it('remembers where a long content stopped, and lists the newest first', async () => {
  const [talk, film] = [await store(alcove, token, 'a talk'), await store(alcove, token, 'a film')];
  expect(await position(talk)).toBeNull();
  expect((await put(talk, 600, hour)).status).toBe(200);
  await put(film, 30, 5 * 60);
  expect(await position(talk)).toBe(600);
  expect((await unfinished()).map(({ content }) => content.content_id)).toEqual([film, talk]);
  await put(talk, 720.5, hour);
  expect(await unfinished()).toMatchObject([
    { content: { content_id: talk }, position: 720.5, length: hour },
    { content: { content_id: film } },
  ]);
  await Promise.all([talk, film].map((id) => remove(alcove, id)));
});

it.each([
  ['at the end', 3590, hour],
  ['during the credits', 3540, hour],
  ['at the beginning', 5, hour],
  ['of a short content', 100, 299],
])('removes a position %s', async (_, at, duration) => {
  const id = await store(alcove, token, `heard ${at}`);
  await put(id, 600, hour);
  expect(await position(id)).toBe(600);
  await put(id, at, duration);
  expect(await position(id)).toBeNull();
  expect(await unfinished()).toEqual([]);
});

it('remembers the place in a book, and lists it until it is read', async () => {
  const id = await store(alcove, token, 'a book');
  await put(id, 0.5, 4, 'chapters');
  expect(await position(id)).toBe(0.5);
  expect(await unfinished()).toMatchObject([{ content: { content_id: id }, position: 0.5, length: 4 }]);
  await put(id, 3.9, 4, 'chapters');
  expect(await position(id)).toBe(3.9);
  expect(await unfinished()).toEqual([]);
  await put(id, 0, 4, 'chapters');
  expect(await position(id)).toBeNull();
});

it('removes the position of a deleted content, and stores none for it again', async () => {
  const id = await store(alcove, token, 'soon gone');
  await put(id, 600, hour);
  await remove(alcove, id);
  expect(await position(id)).toBeNull();
  expect((await put(id, 700, hour)).status).toBe(200);
  expect(await unfinished()).toEqual([]);
  await store(alcove, token, 'soon gone');
  expect(await position(id)).toBeNull();
});

it('returns which of some contents are stored', async () => {
  const [here, gone] = [await store(alcove, token, 'here'), await store(alcove, token, 'not for long')];
  await remove(alcove, gone);
  const ask = (ids: readonly string[]) =>
    answerOf(alcove.askLocal('/local/playback/stored', { method: 'POST', ...json({ content_ids: ids }) }));
  expect((await ask([gone, here])).body).toEqual({ content_ids: [here] });
  expect((await ask([])).body).toEqual({ content_ids: [] });
  expect((await ask(Array.from({ length: 501 }, () => here))).status).toBe(400);
});

it.each([
  { unit: 'seconds', position: -1, length: 10 },
  { unit: 'seconds', position: 1, length: 0 },
  { unit: 'chapters', position: '1', length: 10 },
  { unit: 'chapters', position: 1, length: 10_000_001 },
  { unit: 'pages', position: 1, length: 10 },
  { unit: 'seconds', position: 1 },
  { position: 1, length: 10 },
])('rejects the position %j', async (body) => {
  const id = await store(alcove, token, 'anything');
  const response = await answerOf(alcove.askLocal(`/local/playback/${id}`, { method: 'PUT', ...json(body) }));
  expect(response.status).toBe(400);
});
