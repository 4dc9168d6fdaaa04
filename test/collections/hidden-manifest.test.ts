import { afterAll, beforeAll, expect, it } from 'vitest';
import { manifestType } from '../../src/contract/collections/media-types.ts';
import { localContentPage } from '../../src/contract/dashboard-api/content.ts';
import { collectionShared } from '../../src/contract/dashboard-api/library/collection-shares.ts';
import { collectionDetails } from '../../src/contract/dashboard-api/library/collections.ts';
import { json, type TestNode } from '../support/node/start-test-node.ts';
import { type Friend, post, startSharingNodes, store } from './sharing-nodes.ts';

let alcove: TestNode;
let friend: Friend;

beforeAll(async () => {
  [alcove, friend] = await startSharingNodes();
});
afterAll(async () => {
  await alcove.stop();
  await friend.stop();
});

async function listed(query = '', on: TestNode = alcove): Promise<{ ids: string[]; total: number }> {
  const page = localContentPage.parse(await (await on.askLocal(`/local/content?${query}`)).json());
  return { ids: page.items.map(({ content_id }) => content_id).sort(), total: page.total };
}

const kinds = async (): Promise<unknown> => (await alcove.askLocal('/local/content-counts')).json();

it('shows manifests as collections only, here and where they are imported', async () => {
  const [{ content_id: song }, { content_id: claims }] = [
    await store(alcove, 'harbour song.mp3'),
    await store(alcove, 'harbour list', { type: manifestType }),
  ];
  const { id } = collectionDetails.parse(
    await post(alcove, '/local/collections', { kind: 'album', title: 'Harbour' }),
  );
  await post(alcove, `/local/collections/${id}/entries`, { entries: [{ content_id: song }] });
  const before = await kinds();
  const { content_id: manifest } = collectionShared.parse(
    await post(alcove, `/local/collections/${id}/shares`, { host: friend.host }),
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
  await expect.poll(there).toBe(200);
  expect((await listed('', friend)).ids).toContain(manifest);
  await post(friend, '/local/collections/import', { content_id: manifest });
  expect((await listed('', friend)).ids).not.toContain(manifest);
  expect(await there()).toBe(200);
});
