import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentIdOf } from '../../src/core/content-id.ts';
import { startTestNode, type TestNode } from '../support/node/start-test-node.ts';
import { randomBytes, randomKey } from '../support/random-bytes.ts';
import { forWebUsers, type WebUser, webUser } from './support/web-user.ts';

const patience = { timeout: 120_000, interval: 50 };
let alcove: TestNode;
let author: WebUser;
let buyer: WebUser;
beforeAll(async () => {
  alcove = await startTestNode({ settings: forWebUsers });
  [author, buyer] = [await webUser(alcove, 61), await webUser(alcove, 62)];
});
afterAll(() => alcove.stop());

const upload = async (type: string, size = 100, by = author): Promise<string> =>
  (await by.client.storage.upload(new Blob([randomBytes(size)], { type }))).content_id;

async function publish(content: string, preview: string) {
  await author.send(await author.publish(content, { preview }));
  const sold = async () => (await author.intents())[0];
  await expect.poll(async () => (await sold())?.state, patience).toBe('confirmed');
  return (await sold())?.content_id ?? '';
}

const status = async (url: string | null) => (await fetch(url ?? '')).status;
const viewOf = (id: string) => buyer.client.content.view(id);

it('shows a preview in records and to everybody while it is stored', async () => {
  const preview = await upload('audio/webm');
  const id = await publish(await upload('audio/mpeg'), preview);
  const record = await viewOf(id);
  expect(record).toMatchObject({ preview_id: preview, have_licenses: [] });
  expect(record.display_options.content_url).toBeNull();
  const url = record.display_options.preview_url;
  expect(await status(url)).toBe(200);
  const listed = (await (await alcove.ask('/api/v1/content.list')).json()) as { items: object[] };
  expect(listed.items[0]).toMatchObject({ content_id: id, preview_id: preview });
  const market = (await (await alcove.askLocal('/local/market')).json()) as { items: object[] };
  expect(market.items[0]).toMatchObject({ preview_id: preview });

  // It is a file of its own: it outlives its content, and can be deleted before it.
  expect((await alcove.askLocal(`/local/content/${preview}`, { method: 'DELETE' })).status).toBe(200);
  expect(await viewOf(id)).toMatchObject({ preview_id: preview, display_options: { preview_url: null } });
  expect(await status(url)).toBe(404);
});

it.each<[string, () => Promise<string>, RegExp]>([
  ['is not stored here', async () => contentIdOf(randomKey()), /isn’t stored/],
  ['is stored by another user', () => upload('audio/webm', 100, buyer), /isn’t stored/],
  ['is a picture of a song', () => upload('image/png'), /another kind/],
  ['is no media', () => upload('text/plain'), /another kind/],
  ['is larger than 8 MB', () => upload('audio/webm', 8 * 1024 * 1024 + 1), /larger than 8 MB/],
  [
    'is for sale itself',
    async () => {
      const sold = await upload('audio/mpeg');
      await author.publish(sold);
      return sold;
    },
    /is sold/,
  ],
])('rejects a preview that %s, with the reason', async (_what, make, reason) => {
  const [content, preview] = [await upload('audio/mpeg'), await make()];
  await expect(author.publish(content, { preview })).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ path: 'preview', message: expect.stringMatching(reason) }],
  });
  // Nothing was encrypted for it.
  expect((await author.client.content.view(content)).display_options.content_url).not.toBeNull();
});

it('rejects a file as preview of itself', async () => {
  const content = await upload('audio/mpeg');
  await expect(author.publish(content, { preview: content })).rejects.toMatchObject({
    errors: [{ path: 'preview', message: expect.stringMatching(/itself/) }],
  });
});

it('hides a preview named by an author on another node when it is sold here', async () => {
  const other = await upload('audio/mpeg');
  const id = await publish(other, await upload('audio/webm'));
  expect((await viewOf(id)).preview_id).not.toBeNull();
  const preview = (await viewOf(id)).preview_id ?? '';
  // From now on it is for sale itself.
  await author.publish(preview);
  expect(await viewOf(id)).toMatchObject({ preview_id: null, display_options: { preview_url: null } });
});
