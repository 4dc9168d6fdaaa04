import { afterEach, beforeEach, expect, it } from 'vitest';
import type * as z from 'zod';
import {
  collectionDetails,
  collectionList,
  entryPage,
} from '../../src/contract/dashboard-api/library/collections.ts';
import { getTrashedCollections } from '../../src/contract/dashboard-api/library/trash.ts';
import { json, startTestNode, type TestNode } from '../support/node/start-test-node.ts';
import { store } from './sharing-nodes.ts';

let alcove: TestNode;

beforeEach(async () => {
  alcove = await startTestNode();
});
afterEach(() => alcove.stop());

async function ask<S extends z.ZodType>(schema: S, path: string, body?: object): Promise<z.output<S>> {
  const response = await alcove.askLocal(path, { method: body ? 'POST' : 'GET', ...(body && json(body)) });
  return schema.parse(await response.json());
}
const send = async (method: string, path: string) => (await alcove.askLocal(path, { method })).status;
const create = (title: string, parent?: string) =>
  ask(collectionDetails, '/local/collections', { kind: 'album', title, parent_id: parent ?? null });
const detailsOf = (id: string) => ask(collectionDetails, `/local/collections/${id}`);
const remove = (id: string) => send('DELETE', `/local/collections/${id}`);
const restore = (id: string) => send('POST', `/local/trash/collections/${id}/restore`);
const listed = async (q = '') =>
  (await ask(collectionList, `/local/collections?q=${q}`)).items.map(({ title }) => title);
const trashed = async () =>
  (await ask(getTrashedCollections.responses[200].schema, '/local/trash/collections')).items;
const trashedTitles = async () => (await trashed()).map(({ collection }) => collection.title);
const entriesOf = async (id: string) =>
  (await ask(entryPage, `/local/collections/${id}/entries`)).items.map((entry) =>
    entry.type === 'content' ? entry.name : entry.collection.title,
  );

/** Creates Summer with one.txt, Harbour (two.txt, and Quay with three.txt) and four.txt. */
async function fill() {
  const [summer, one] = [await create('Summer'), await store(alcove, 'one.txt')];
  const harbour = await create('Harbour');
  const quay = await create('Quay', harbour.id);
  const put = async (id: string, ...entries: object[]) =>
    alcove.askLocal(`/local/collections/${id}/entries`, { method: 'POST', ...json({ entries }) });
  const ref = async (name: string) => ({ content_id: (await store(alcove, name)).content_id });
  await put(harbour.id, await ref('two.txt'));
  await put(quay.id, await ref('three.txt'));
  await put(summer.id, { content_id: one.content_id }, { collection_id: harbour.id }, await ref('four.txt'));
  return { summer, harbour, quay, song: one.content_id };
}

it('restores a deleted collection with everything in it, to its place', async () => {
  const { summer, harbour, quay } = await fill();
  const before = await entriesOf(harbour.id);
  expect(await remove(harbour.id)).toBe(200);
  expect(await entriesOf(summer.id)).toEqual(['one.txt', 'four.txt']);
  expect(await detailsOf(summer.id)).toMatchObject({ items: 2, contents: 2 });
  expect(await listed('Quay')).toEqual([]);
  expect(await send('GET', `/local/collections/${quay.id}`)).toBe(404);
  expect(await remove(quay.id)).toBe(404);
  expect(await trashed()).toMatchObject([{ collection: { title: 'Harbour', items: 2, contents: 2 } }]);

  expect(await restore(harbour.id)).toBe(200);
  expect(await entriesOf(summer.id)).toEqual(['one.txt', 'Harbour', 'four.txt']);
  expect(await entriesOf(harbour.id)).toEqual(before);
  expect(await entriesOf(quay.id)).toEqual(['three.txt']);
  expect(await detailsOf(summer.id)).toMatchObject({ items: 3, contents: 4 });
  expect(await trashed()).toEqual([]);
  expect(await restore(harbour.id)).toBe(404);
});

it('restores a collection to the top while the one that contained it is deleted', async () => {
  const { summer, harbour, quay } = await fill();
  await remove(quay.id);
  await remove(summer.id);
  expect(await trashedTitles()).toEqual(['Summer', 'Quay']);
  expect(await listed()).toEqual([]);
  expect(await restore(quay.id)).toBe(200);
  expect(await listed()).toEqual(['Quay']);
  expect(await detailsOf(quay.id)).toMatchObject({ parent_id: null, path: [] });
  expect(await restore(summer.id)).toBe(200);
  expect(await entriesOf(harbour.id)).toEqual(['two.txt']);
});

it('deletes a collection for ever, or all when the trash is emptied, and no file', async () => {
  const { summer, harbour, quay, song } = await fill();
  expect(await send('DELETE', `/local/trash/collections/${summer.id}`)).toBe(404);
  await remove(harbour.id);
  expect(await send('DELETE', `/local/trash/collections/${harbour.id}`)).toBe(200);
  expect(await restore(quay.id)).toBe(404);
  await remove(summer.id);
  expect(await send('DELETE', '/local/trash')).toBe(200);
  expect(await trashed()).toEqual([]);
  expect(await send('GET', `/local/content/${song}`)).toBe(200);
});
