import { afterAll, beforeAll, expect, it } from 'vitest';
import { manifestType } from '../../src/contract/collection-manifest.ts';
import { contentPage, localUpload } from '../../src/contract/dashboard-api/content.ts';
import { collectionDetails, collectionShared } from '../../src/contract/dashboard-api/library/collections.ts';
import { startPublicNode } from '../support/node/public-node.ts';
import { json, startTestNode, type TestNode } from '../support/node/start-test-node.ts';
import { randomBytes } from '../support/random-bytes.ts';

let alcove: TestNode;
let friend: TestNode & { host: string };

beforeAll(async () => {
  [alcove, friend] = await Promise.all([startTestNode(), startPublicNode()]);
  await post('/local/peers', { url: friend.host });
  await post('/local/share-hosts', { host: friend.host });
});
afterAll(async () => {
  await alcove.stop();
  await friend.stop();
});

const post = async (path: string, body: object, on: TestNode = alcove): Promise<unknown> =>
  (await on.askLocal(path, { method: 'POST', ...json(body) })).json();

async function store(name: string, type = ''): Promise<string> {
  const headers = {
    'X-File-Name': Buffer.from(name).toString('base64'),
    ...(type && { 'Content-Type': type }),
  };
  const body = new Uint8Array(randomBytes(500));
  const answer = await alcove.askLocal('/local/content', { method: 'POST', body, headers });
  return localUpload.parse(await answer.json()).content.content_id;
}

async function listed(query = '', on: TestNode = alcove): Promise<{ ids: string[]; total: number }> {
  const page = contentPage.parse(await (await on.askLocal(`/local/content?${query}`)).json());
  return { ids: page.items.map(({ content_id }) => content_id).sort(), total: page.total };
}

const kinds = async (): Promise<unknown> => (await alcove.askLocal('/local/content-counts')).json();

it('shows manifests as collections only, here and where they are imported', async () => {
  const [song, claims] = [await store('harbour song.mp3'), await store('harbour list', manifestType)];
  const { id } = collectionDetails.parse(
    await post('/local/collections', { kind: 'album', title: 'Harbour' }),
  );
  await post(`/local/collections/${id}/entries`, { entries: [{ content_id: song }] });
  const before = await kinds();
  const { content_id: manifest } = collectionShared.parse(
    await post(`/local/collections/${id}/shares`, { host: friend.host }),
  );

  const both = { ids: [song, claims].sort(), total: 2 };
  for (const query of ['', 'sort=title&direction=ascending', 'q=harbour', 'q=ha']) {
    expect(await listed(query), query).toEqual(both);
  }
  expect(await listed('q=collection.json')).toEqual({ ids: [], total: 0 });
  expect(await listed('kind=files')).toEqual({ ids: [claims], total: 1 });
  expect(await kinds()).toEqual(before);
  // A change of its record does not bring it back.
  await alcove.askLocal(`/local/content/${manifest}`, { method: 'PATCH', ...json({ title: 'Renamed' }) });
  expect(await listed()).toEqual(both);
  expect((await alcove.askLocal(`/local/content/${manifest}`)).status).toBe(200);

  const there = async () => (await fetch(`${friend.host}/s/${manifest}`)).status;
  await expect.poll(there, { timeout: 20_000 }).toBe(200);
  expect((await listed('', friend)).ids).toContain(manifest);
  await post('/local/collections/import', { content_id: manifest }, friend);
  expect((await listed('', friend)).ids).not.toContain(manifest);
  expect(await there()).toBe(200);
});
