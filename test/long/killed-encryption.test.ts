import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { LocalContent, LocalContentPage } from '../../src/contract/dashboard-api/content.ts';
import type { AccessLink } from '../../src/contract/dashboard-api/licensing.ts';
import type { OrderPage } from '../../src/contract/dashboard-api/orders.ts';
import { bytesOf, patience, sha256 } from '../licensing/support/seller.ts';
import { serveSeller } from '../licensing/support/selling-process.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { randomBytes } from '../support/random-bytes.ts';

const MiB = 1024 * 1024;
const size = 64 * MiB;

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

it('leaves no partial file, keeps the restriction and encrypts again when the node is killed during encryption', {
  retry: 0,
}, async () => {
  const dataDir = temporaryFolder();
  const plain = randomBytes(size);
  const first = await serveSeller(dataDir);
  onTestFinished(() => void first.end('SIGKILL'));
  await first.hasMarket();
  const { content_id: id } = await first.upload(Uint8Array.from(plain));
  const answered = first.register(id).catch(() => undefined);
  const encryption = async () => (await first.get<LocalContent>(`/local/content/${id}`)).encryption;
  await expect.poll(async () => (await encryption())?.done_bytes ?? 0, { interval: 5 }).toBeGreaterThan(MiB);
  expect(await encryption()).toMatchObject({ state: 'encrypting', size: 2 * size, message: null });
  expect((await first.storage(id)).status).toBe(409);
  await first.end('SIGKILL');
  await answered;

  const second = await serveSeller(dataDir);
  onTestFinished(() => void second.end('SIGKILL'));
  const refused = await second.storage(id);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([409, '5']);
  const { items } = await second.get<LocalContentPage>('/local/content');
  expect(items.filter((item) => item.encrypted === null)).toMatchObject([
    { content_id: id, published: false },
  ]);
  await second.hasMarket();
  const { query_id, content_id: encrypted } = await second.registerWhole(id);
  const state = async () =>
    (await second.get<OrderPage>('/local/orders')).items.find((one) => one.query_id === query_id)?.state;
  await expect.poll(state, patience).toBe('confirmed');
  await expect.poll(async () => (await second.ask(`/local/content/${id}`)).status, patience).toBe(404);
  const all = async () => (await second.get<LocalContentPage>('/local/content')).items;
  await expect.poll(async () => (await all()).length, patience).toBe(1);
  expect((await all())[0]).toMatchObject({
    content_id: encrypted,
    published: true,
    encrypted: { plain_size: size },
  });
  expect(filesIn(join(dataDir, 'blobs'))).toHaveLength(1);
  expect(filesIn(join(dataDir, 'incoming'))).toEqual([]);

  const { url } = await second.get<AccessLink>(`/local/content/${encrypted}/access-link`);
  expect(sha256(await bytesOf(await fetch(url)))).toBe(sha256(plain));
  const part = await fetch(url, { headers: { Range: `bytes=${size - 100_000}-` } });
  expect((await bytesOf(part, 206)).equals(plain.subarray(-100_000))).toBe(true);

  // A download is logged, without its link.
  await bytesOf(await fetch(`${url}&download=1`));
  const secret = new URL(url).searchParams.get('access')?.split('.')[2] ?? '';
  const activity = await (await second.ask('/local/activity')).text();
  expect(activity).toContain('activity.downloaded');
  expect(secret).toHaveLength(43);
  for (const text of [second.log(), activity]) expect(text).not.toContain(secret);
  await second.end();
});
