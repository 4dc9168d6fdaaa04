import type { AlcoveClient, ContentItem } from '@alcove/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteContent } from '../../src/contract/dashboard-api/content.ts';
import { startTestNode, type TestNode } from '../support/node/start-test-node.ts';

let alcove: TestNode;
let client: AlcoveClient;
/** Oldest first. */
const stored: string[] = [];

beforeAll(async () => {
  alcove = await startTestNode();
  client = alcove.client(await alcove.token('storage:write', 'content:read', 'status:write'));
  for (let n = 0; n < 205; n += 1) {
    const name = n % 50 === 0 ? `spring ${n}.txt` : `file ${n}.txt`;
    stored.push((await client.storage.upload(Buffer.from(`content ${n}`), { name })).content_id);
  }
});
afterAll(() => alcove.stop());

const idsOf = (items: ContentItem[]) => items.map(({ content_id }) => content_id);

async function gather(items: AsyncIterable<ContentItem>): Promise<ContentItem[]> {
  const gathered = [];
  for await (const item of items) gathered.push(item);
  return gathered;
}

it('lists everything, newest first, over all pages', async () => {
  expect(idsOf(await gather(client.content.list()))).toEqual(stored.toReversed());
});

it('lists matching contents, and fetches no more pages than are read', async () => {
  const springs = await gather(client.content.list({ q: 'spring' }));
  expect(idsOf(springs)).toEqual([200, 150, 100, 50, 0].map((n) => stored[n]));
  for await (const item of client.content.list()) {
    expect(item.content_id).toBe(stored.at(-1));
    break;
  }
});

it('follows changes, from the start and from a cursor', async () => {
  const seen: string[] = [];
  let cursor = '';
  for await (const page of client.content.changes()) {
    seen.push(...idsOf(page.items));
    cursor = page.next_cursor ?? cursor;
  }
  expect(seen).toEqual(stored);
  const { content_id } = await client.storage.upload(Buffer.from('one more'));
  await alcove.localClient().call(deleteContent, { params: { id: stored[0] ?? '' } });
  const changed = [];
  for await (const page of client.content.changes(cursor)) changed.push(...page.items);
  expect(changed).toMatchObject([{ content_id }, { content_id: stored[0], deleted: true }]);
});

it('shows one by any spelling of its id', async () => {
  const { content_sha256 } = await client.storage.decode(stored[1] ?? '');
  expect(await client.content.view(content_sha256)).toMatchObject({
    content_id: stored[1],
    have_licenses: [],
  });
});

it('reports the state of a service, and starts a sign-in', async () => {
  await client.node.report('mill', 'grinding');
  expect((await client.node.status()).services.mill?.status).toBe('grinding');
  const begun = await client.signIn.begin();
  expect(begun.user).toBeNull();
  expect(begun.auth_v1_token.length).toBeGreaterThan(20);
  await expect(client.withToken(begun.auth_v1_token).signIn.account()).rejects.toMatchObject({ status: 401 });
  expect((await client.signIn.account()).user.is_owner).toBe(true);
});
