import { afterAll, beforeAll, expect, it } from 'vitest';
import type * as z from 'zod';
import type { LocalContent } from '../../src/contract/dashboard-api/content.ts';
import {
  collectionShared,
  getCollectionShares,
} from '../../src/contract/dashboard-api/library/collection-shares.ts';
import { collectionDetails } from '../../src/contract/dashboard-api/library/collections.ts';
import { sharedList } from '../../src/contract/dashboard-api/sharing.ts';
import type { TestNode } from '../support/node/start-test-node.ts';
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

async function create(title: string, contents: LocalContent[], parent_id?: string): Promise<string> {
  const { id } = collectionDetails.parse(
    await post(alcove, '/local/collections', { kind: 'album', title, parent_id }),
  );
  await add(id, contents);
  return id;
}

const add = (id: string, contents: LocalContent[]) =>
  post(alcove, `/local/collections/${id}/entries`, {
    entries: contents.map(({ content_id }) => ({ content_id })),
  });

/** Shares a collection; returns the id of its manifest. */
const share = async (id: string, listed = false): Promise<string> =>
  collectionShared.parse(await post(alcove, `/local/collections/${id}/shares`, { host: friend.host, listed }))
    .content_id;

const shareAlone = ({ content_id }: LocalContent, listed = false) =>
  post(alcove, `/local/content/${content_id}/shares`, { host: friend.host, listed });

const sharesOf = async (
  id: string,
): Promise<z.output<(typeof getCollectionShares.responses)[200]['schema']>['shares']> =>
  getCollectionShares.responses[200].schema.parse(
    await (await alcove.askLocal(`/local/collections/${id}/shares?compare=true`)).json(),
  ).shares;

const unshare = (id: string): Promise<Response> =>
  alcove.askLocal(`/local/collections/${id}/shares?host=${encodeURIComponent(friend.host)}`, {
    method: 'DELETE',
  });

const shared = async () => sharedList.parse(await (await alcove.askLocal('/local/shares')).json()).shares;

/** Resolves when exactly these contents are shared, and the host has them. */
const untilShared = async (...expected: string[]) => {
  const names = async () =>
    (await shared()).filter(({ state }) => state === 'shared').map(({ content_id }) => content_id);
  await expect.poll(async () => (await shared()).length).toBe(expected.length);
  await expect.poll(async () => (await names()).sort()).toEqual([...expected].sort());
};

const isThere = async (id: string) => (await fetch(`${friend.host}/api/v1/storage/${id}`)).status === 200;

it('unshares a collection as one, without what is shared for another reason', async () => {
  const [only, own, ownLater, common, extra, later] = (await Promise.all(
    ['only', 'own', 'own later', 'common', 'extra', 'later'].map((name) => store(alcove, `${name}.mp3`)),
  )) as [LocalContent, LocalContent, LocalContent, LocalContent, LocalContent, LocalContent];
  await shareAlone(own, true);
  const harbour = await create('Harbour', [only, own, ownLater, common]);
  await create('Extras', [extra], harbour);
  const best = await create('Best of', [common]);
  const bestManifest = await share(best);
  const first = await share(harbour);
  await add(harbour, [later]);
  const second = await share(harbour);
  expect(second).not.toBe(first);
  await shareAlone(ownLater);

  const [there, ...others] = await sharesOf(harbour);
  expect(others).toEqual([]);
  expect(there).toMatchObject({
    content_id: second,
    host: friend.host,
    also_unshared: 4,
    still_shared_total: 3,
  });
  expect(there?.still_shared.map(({ name, reason }) => [name, reason]).sort()).toEqual([
    ['common', 'collection'],
    ['own later', 'itself'],
    ['own', 'itself'],
  ]);
  const inList = (await shared()).find(({ content_id }) => content_id === second);
  // The earlier list is shared, too, and has most of them.
  expect(inList).toMatchObject({ also_unshared: 1, is_part: false });
  expect(await sharesOf(best)).toMatchObject([
    { also_unshared: 0, still_shared: [{ reason: 'collection' }] },
  ]);

  // A file whose upload is interrupted is unshared minutes later, when the host can no longer be storing it.
  await expect.poll(async () => (await shared()).filter(({ state }) => state !== 'shared')).toEqual([]);
  expect((await unshare(harbour)).status).toBe(200);
  await untilShared(own.content_id, ownLater.content_id, common.content_id, bestManifest);
  for (const id of [first, second, only.content_id, extra.content_id, later.content_id]) {
    expect(await isThere(id)).toBe(false);
  }
  expect(await isThere(own.content_id)).toBe(true);
  // The collection did not change how the file itself is shared.
  expect((await shared()).find(({ content_id }) => content_id === own.content_id)?.listed).toBe(true);
  expect(await sharesOf(harbour)).toEqual([]);
  expect((await unshare(harbour)).status).toBe(404);

  await unshare(best);
  await untilShared(own.content_id, ownLater.content_id);
});

it('keeps a collection that another shared one contains', async () => {
  const kept = (await shared()).map(({ content_id }) => content_id);
  const [song, extra] = [await store(alcove, 'song.mp3'), await store(alcove, 'extra song.mp3')];
  const outer = await create('Outer', [song]);
  const inner = await create('Inner', [extra], outer);
  const outerManifest = await share(outer);
  expect(await sharesOf(inner)).toEqual([]);
  const innerManifest = await share(inner);
  expect(await sharesOf(inner)).toMatchObject([
    {
      content_id: innerManifest,
      also_unshared: 0,
      still_shared: [{ content_id: extra.content_id, reason: 'collection' }],
    },
  ]);
  await unshare(inner);
  expect(await sharesOf(inner)).toEqual([]);
  await untilShared(...kept, outerManifest, innerManifest, song.content_id, extra.content_id);
  expect(await sharesOf(outer)).toMatchObject([{ also_unshared: 3, still_shared: [] }]);

  // Its row among the shared files stops the same.
  const row = (await shared()).find(({ content_id }) => content_id === outerManifest);
  expect(row?.also_unshared).toBe(3);
  const path = `/local/content/${outerManifest}/shares?host=${encodeURIComponent(friend.host)}`;
  await alcove.askLocal(path, { method: 'DELETE' });
  await untilShared(...kept);
});

it('tells whether sharing it again would send something', async () => {
  const [song, extra, flood] = [
    await store(alcove, 'tide.mp3'),
    await store(alcove, 'ebb.mp3'),
    await store(alcove, 'flood.mp3'),
  ];
  const outer = await create('Tides', [song]);
  const inner = await create('More tides', [extra], outer);
  const first = await share(outer);
  const outdated = async () => (await sharesOf(outer)).map((one) => [one.content_id, one.outdated]);
  expect(await outdated()).toEqual([[first, null]]);
  await add(inner, [flood]);
  expect(await outdated()).toEqual([[first, 'changed']]);
  const second = await share(outer);
  expect(await outdated()).toEqual([[second, null]]);

  // The list stays the same when a part is no longer shared.
  for (const part of [song, flood]) {
    await alcove.askLocal(
      `/local/content/${part.content_id}/shares?host=${encodeURIComponent(friend.host)}`,
      { method: 'DELETE' },
    );
    await expect.poll(outdated).toEqual([[second, 'incomplete']]);
    expect(await share(outer)).toBe(second);
    await expect.poll(outdated).toEqual([[second, null]]);
    await expect.poll(() => isThere(part.content_id)).toBe(true);
  }
});
