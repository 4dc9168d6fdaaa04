import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blockedList } from '../../src/contract/dashboard-api/content.ts';
import { contentIdOf } from '../../src/core/content-id.ts';
import { answerOf, edit, store, upload } from '../support/node/content-world.ts';
import { json, startTestNode, type TestNode, temporaryFolder } from '../support/node/start-test-node.ts';
import { randomBytes, randomKey } from '../support/random-bytes.ts';

const dataDir = temporaryFolder();
let alcove: TestNode;
let token: string;

beforeAll(async () => {
  alcove = await startTestNode({ dataDir });
  token = await alcove.token('storage:write', 'content:read');
});
afterAll(async () => {
  await alcove.stop();
  rmSync(dataDir, { recursive: true });
});

const block = (contentId: string, reason = 'by court order') =>
  answerOf(alcove.askLocal('/local/blocked', { method: 'POST', ...json({ content_id: contentId, reason }) }));
const unblock = (contentId: string) =>
  answerOf(alcove.askLocal(`/local/blocked/${contentId}`, { method: 'DELETE' }));
const ask = (path: string) => answerOf(alcove.ask(path));
/** Every file that may contain bytes of contents. */
const files = () =>
  ['blobs', 'incoming', 'uploads'].flatMap((folder) =>
    readdirSync(join(dataDir, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name),
  );

const refused = { status: 410, body: { code: 'blocked' } };

async function uploadInParts(bytes: Buffer) {
  const headers = { Authorization: token, 'Content-Type': 'application/octet-stream' };
  const first = await answerOf(
    alcove.ask('/api/v1/storage', {
      method: 'POST',
      body: new Uint8Array(bytes.subarray(0, 1000)),
      headers: { ...headers, 'X-Chunk-Start': '0' },
    }),
  );
  return answerOf(
    alcove.ask('/api/v1/storage', {
      method: 'POST',
      body: new Uint8Array(bytes.subarray(1000)),
      headers: {
        ...headers,
        'X-Chunk-Start': '1000',
        'X-Last-Chunk': '1',
        'X-Upload-ID': first.body.upload_id as string,
      },
    }),
  );
}

it('removes a content permanently and refuses its requests and uploads', async () => {
  const bytes = randomBytes(5000);
  const id = await store(alcove, token, new Uint8Array(bytes));
  await edit(alcove, id, { published: true });
  expect((await alcove.ask(`/api/v1/storage/${id}`)).status).toBe(200);

  expect(await block(id)).toMatchObject({ status: 201, body: { content_id: id, reason: 'by court order' } });
  for (let round = 0; round < 2; round += 1) {
    const response = await ask(`/api/v1/storage/${id}`);
    expect(response).toMatchObject(refused);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect((await alcove.ask(`/api/v1/storage/${id}`, { method: 'HEAD' })).status).toBe(410);
    expect(await ask(`/api/v1/content.view/${id}`)).toMatchObject(refused);
    expect((await ask('/api/v1/content.list')).body).toMatchObject({ items: [], total: 0 });
    expect((await ask(`/api/v1/storage.decodeContentId/${id}`)).body).toMatchObject({ stored: false });

    expect(await upload(alcove, token, new Uint8Array(bytes))).toMatchObject(refused);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), 'again.bin');
    expect(
      await answerOf(
        alcove.ask('/api/v1/storage', { method: 'POST', body: form, headers: { Authorization: token } }),
      ),
    ).toMatchObject(refused);
    expect(await uploadInParts(bytes)).toMatchObject(refused);
    expect(files()).toEqual([]);

    await alcove.stop();
    alcove = await startTestNode({ dataDir });
  }

  const { body } = await answerOf(alcove.askLocal('/local/blocked'));
  expect(blockedList.parse(body).blocked).toMatchObject([{ content_id: id, reason: 'by court order' }]);
  expect((await unblock(id)).body).toEqual({ unblocked: true });
  expect((await unblock(id)).body).toEqual({ unblocked: false });
  expect(await ask(`/api/v1/storage/${id}`)).toMatchObject({ status: 404 });
  expect(await upload(alcove, token, new Uint8Array(bytes))).toMatchObject({ status: 201 });
});

it('refuses a content that is not stored yet or arrives while it is blocked', async () => {
  const unknown = contentIdOf(randomKey());
  expect(await block(unknown, '')).toMatchObject({ status: 201 });
  expect(await ask(`/api/v1/storage/${unknown}`)).toMatchObject(refused);
  expect(await block('nothing')).toMatchObject({ status: 400, body: { code: 'invalid_content_id' } });

  const bytes = randomBytes(3000);
  const id = await store(alcove, token, new Uint8Array(bytes));
  await Promise.all([
    block(id),
    ...Array.from({ length: 5 }, () => upload(alcove, token, new Uint8Array(bytes))),
  ]);
  expect(await ask(`/api/v1/storage/${id}`)).toMatchObject(refused);
});
