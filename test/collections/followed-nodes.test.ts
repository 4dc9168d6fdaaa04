import { afterAll, beforeAll, expect, it } from 'vitest';
import { subscription } from '../../src/contract/dashboard-api/discovery.ts';
import { collectionShared } from '../../src/contract/dashboard-api/library/collection-shares.ts';
import {
  collectionDetails,
  collectionList,
  entryPage,
} from '../../src/contract/dashboard-api/library/collections.ts';
import { getContentList } from '../../src/contract/node-api/content.ts';
import { problemDocument } from '../../src/contract/problems.ts';
import { json, startTestNode, type TestNode } from '../support/node/start-test-node.ts';
import { type Friend, post, startSharingNodes, store } from './sharing-nodes.ts';

let author: TestNode;
let host: Friend;
let follower: TestNode;

beforeAll(async () => {
  [author, host] = await startSharingNodes();
  follower = await startTestNode();
  await post(follower, '/local/peers', { url: host.host });
});
afterAll(async () => {
  await author.stop();
  await host.stop();
  await follower.stop();
});

const collections = async (query = '') =>
  collectionList.parse(await (await follower.askLocal(`/local/collections?${query}`)).json()).items;

const entriesOf = async (id: string) =>
  entryPage.parse(await (await follower.askLocal(`/local/collections/${id}/entries`)).json()).items;

/** Returns the owner of what the author shares, as the host lists it. */
async function walletOfAuthor(): Promise<string> {
  const response = await fetch(`${host.host}${getContentList.path}`);
  const { items } = (await response.json()) as { items: { owner: string | null }[] };
  return items.find(({ owner }) => owner !== null)?.owner ?? '';
}

it('shows an album that a followed author published, its changes, and no longer when it is withdrawn', async () => {
  const album = collectionDetails.parse(
    await post(author, '/local/collections', { kind: 'album', title: 'Harbour' }),
  );
  const add = async (name: string) => {
    const { content_id } = await store(author, name);
    await post(author, `/local/collections/${album.id}/entries`, { entries: [{ content_id }] });
    return content_id;
  };
  const publish = async () =>
    collectionShared.parse(
      await post(author, `/local/collections/${album.id}/shares`, { host: host.host, listed: true }),
    ).content_id;
  const song = await add('low tide.mp3');
  await publish();
  await expect.poll(walletOfAuthor).not.toBe('');

  const wallet = await walletOfAuthor();
  const { id: subscriptionId } = subscription.parse(
    await post(follower, '/local/subscriptions', { kind: 'owner', value: wallet }),
  );
  const synchronised = async () => {
    await follower.askLocal('/local/sync', { method: 'POST' });
    return (await collections()).map(({ title, items }) => [title, items]);
  };
  await expect.poll(synchronised).toEqual([['Harbour', 1]]);
  const [shown] = await collections();
  const id = shown?.id ?? '';
  expect(shown).toMatchObject({ kind: 'album', owner: wallet });
  await expect
    .poll(async () => (await entriesOf(id))[0])
    .toMatchObject({
      content: { content_id: song, copy: { subscribed: true } },
    });
  expect(await collections('own=true')).toEqual([]);

  for (const [method, path, body] of [
    ['PATCH', '', { title: 'Mine' }],
    ['DELETE', '', undefined],
    ['POST', '/entries', { entries: [{ content_id: song }] }],
    ['POST', '/entries/move', { entries: [{ content_id: song }] }],
    ['POST', '/entries/remove', { entries: [{ content_id: song }] }],
    ['POST', '/shares', { host: host.host }],
    ['POST', '/sale', undefined],
  ] as const) {
    const answer = await follower.askLocal(`/local/collections/${id}${path}`, {
      method,
      ...(body && json(body)),
    });
    expect(problemDocument.parse(await answer.json()), path).toMatchObject({
      code: 'not_yours',
      reason: 'collections.followed',
    });
  }

  await add('ebb.mp3');
  await publish();
  await expect.poll(synchronised).toEqual([['Harbour', 2]]);
  expect((await collections())[0]?.id).toBe(id);

  await follower.askLocal(`/local/subscriptions/${subscriptionId}`, { method: 'DELETE' });
  await expect.poll(synchronised).toEqual([]);
  await post(follower, '/local/subscriptions', { kind: 'owner', value: wallet });
  await expect.poll(synchronised).toEqual([['Harbour', 2]]);

  await author.askLocal(`/local/collections/${album.id}/shares?host=${host.host}`, { method: 'DELETE' });
  await expect.poll(synchronised).toEqual([]);
});
