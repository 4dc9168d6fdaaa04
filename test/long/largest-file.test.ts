import { afterAll, beforeAll, expect, it } from 'vitest';
import { maxStoredBytes } from '../../src/features/content/index.ts';
import { bytesOf, fetchFrom, problemOf, type Seller, seller } from '../licensing/support/seller.ts';
import { startTestNode, type TestNode } from '../support/node/start-test-node.ts';
import { randomBytes } from '../support/random-bytes.ts';

const max_upload_bytes = 300_000;
const settings = { storage: { max_upload_bytes } };

let shop: Seller;
let publicNode: TestNode;
let token: string;
beforeAll(async () => {
  shop = await seller({ settings: { chain: { network: 'embedded' }, ...settings } });
  await shop.hasMarket();
  publicNode = await startTestNode({ settings });
  token = await publicNode.token('storage:write');
});
afterAll(async () => {
  await shop.stop();
  await publicNode.stop();
});

const send = (bytes: Buffer, headers: Record<string, string> = {}) =>
  publicNode.ask('/api/v1/storage', {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/octet-stream', ...headers },
  });

it('sells a file of the largest uploadable size, whose encrypted file fits on nodes with the same limit', async () => {
  const plain = randomBytes(max_upload_bytes);
  const sold = await shop.sell((await shop.upload(plain, 'film.mp4')).content_id);
  const { url } = await shop.open(sold.content_id);
  expect((await bytesOf(await fetchFrom(shop.alcove, url))).equals(plain)).toBe(true);

  const file = await bytesOf(await shop.alcove.ask(`/api/v1/storage/${sold.content_id}`));
  expect(file.length).toBeGreaterThan(max_upload_bytes);
  expect((await send(file)).status).toBe(201);
  const another = Buffer.concat([file.subarray(0, -1), Buffer.from('x')]);
  const begun = await send(another.subarray(0, 200_000), { 'X-Chunk-Start': '0', 'X-Last-Chunk': '0' });
  const { upload_id } = (await begun.json()) as { upload_id: string };
  const last = { 'X-Upload-Id': upload_id, 'X-Chunk-Start': '200000', 'X-Last-Chunk': '1' };
  expect((await send(another.subarray(200_000), last)).status).toBe(201);

  // More than encryption adds at most, or not encrypted.
  const more = Buffer.alloc(maxStoredBytes(max_upload_bytes) - file.length + 1);
  for (const tooLarge of [Buffer.concat([file, more]), randomBytes(max_upload_bytes + 1)]) {
    const refused = await problemOf(await send(tooLarge));
    expect(refused).toMatchObject({ status: 413, code: 'payload_too_large' });
  }
});
