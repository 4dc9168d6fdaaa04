import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getUsers } from '../../src/contract/dashboard-api/auth.ts';
import { costPerFile } from '../../src/core/stored-cost.ts';
import {
  answerOf,
  edit,
  openToAnyone,
  remove,
  signInUser,
  store,
  upload,
} from '../support/node/content-world.ts';
import { json, startTestNode, type TestNode } from '../support/node/start-test-node.ts';
import { pngChunk, pngOf } from '../support/pictures.ts';
import { randomBytes } from '../support/random-bytes.ts';

/** Holds two files of this size. */
const bytesOfTwo = 100_000;
const quota = bytesOfTwo + 2 * costPerFile;
let alcove: TestNode;
let users = 0;

beforeAll(async () => {
  alcove = await startTestNode({ settings: { ...openToAnyone, storage: { user_quota_bytes: quota } } });
});
afterAll(() => alcove.stop());

const newUser = () => {
  users += 1;
  return signInUser(alcove, users);
};
const bytes = (size: number) => new Uint8Array(randomBytes(size));
const full = { status: 507, body: { code: 'insufficient_storage' } };
/** The usage of the newest user. */
const newestUser = async () =>
  getUsers.responses[200].schema.parse((await answerOf(alcove.askLocal('/local/users?limit=1'))).body)
    .users[0];

it('refuses an upload over the quota, and accepts it after a deletion', async () => {
  const ann = await newUser();
  expect(await upload(alcove, ann, bytes(quota + 1))).toMatchObject(full);
  const id = await store(alcove, ann, bytes(60_000));
  expect(await upload(alcove, ann, bytes(40_001))).toMatchObject(full);
  expect(await upload(alcove, ann, bytes(40_000))).toMatchObject({ status: 201 });
  expect(await newestUser()).toMatchObject({
    contents: 2,
    content_bytes: bytesOfTwo,
    counted_bytes: quota,
    quota_bytes: quota,
  });
  expect(await upload(alcove, ann, bytes(1))).toMatchObject(full);
  await remove(alcove, id);
  expect(await upload(alcove, ann, bytes(60_000))).toMatchObject({ status: 201 });
});

it('counts a content for each of its owners', async () => {
  const [ann, shared] = [await newUser(), bytes(70_000)];
  await store(alcove, ann, shared);
  const bob = await newUser();
  expect(await upload(alcove, bob, shared)).toMatchObject({ status: 200, body: { already_stored: true } });
  expect(await newestUser()).toMatchObject({ contents: 1, content_bytes: 70_000 });
  for (const token of [ann, bob]) expect(await upload(alcove, token, bytes(40_000))).toMatchObject(full);
});

it('the quota of a user counts concurrent uploads', async () => {
  const ann = await newUser();
  const answers = await Promise.all(Array.from({ length: 6 }, () => upload(alcove, ann, bytes(30_000))));
  const stored = answers.filter(({ status }) => status === 201).length;
  expect(stored).toBeLessThanOrEqual(3);
  expect(stored + answers.filter(({ status }) => status === 507).length).toBe(6);
  expect((await newestUser())?.content_bytes).toBe(stored * 30_000);
});

it('counts texts written at the same time, with a cover that is checked first', async () => {
  const ann = await newUser();
  const ids = await Promise.all(Array.from({ length: 5 }, () => store(alcove, ann, bytes(10))));
  // Each has a cover of its own that is not checked yet.
  const picture = (more: number) => pngOf(9, 9, [pngChunk('tEXt', randomBytes(more))]);
  const storePicture = (token: string, more: number) =>
    store(alcove, token, picture(more), { type: 'image/png' });
  const covers = await Promise.all(ids.map(() => storePicture(ann, 20)));
  const patch = (id: string, n: number) => {
    const { body, headers } = json({ description: 'w'.repeat(2500), cover_id: covers[n] });
    const init = { method: 'PATCH', body, headers: { ...headers, Authorization: ann } };
    return answerOf(alcove.ask(`/api/v1/content/${id}`, init));
  };
  // Covers are checked one after the other: these delay Ann's.
  const own = await alcove.token('storage:write');
  const first = await Promise.all(Array.from({ length: 6 }, () => storePicture(own, 4e6)));
  const others = first.map((id) => edit(alcove, id, { cover_id: id }));
  const answers = await Promise.all(ids.map(patch));
  await Promise.all(others);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 507, 507, 507, 507]);
  expect((await newestUser())?.counted_bytes).toBeLessThanOrEqual(quota);
});

it('aborts uploads of unknown length, forms and parts that exceed it', async () => {
  const ann = await newUser();
  const streamed = await new Promise<number>((resolve, reject) => {
    const sent = request(
      `${alcove.node.nodeUrl}/api/v1/storage`,
      { method: 'POST', headers: { Authorization: ann, 'Transfer-Encoding': 'chunked' } },
      (response) => {
        resolve(response.statusCode ?? 0);
        sent.destroy();
      },
    );
    sent.on('error', reject);
    // The endless body is refused while it arrives.
    for (let n = 0; n < 4; n += 1) sent.write(bytes(30_000));
  });
  expect(streamed).toBe(507);
  const form = new FormData();
  form.append('file', new Blob([bytes(quota + 1)]), 'large.bin');
  const post = (body: BodyInit, moreHeaders: Record<string, string> = {}) =>
    answerOf(
      alcove.ask('/api/v1/storage', {
        method: 'POST',
        body,
        headers: { Authorization: ann, ...moreHeaders },
      }),
    );
  expect(await post(form)).toMatchObject(full);
  const first = await post(bytes(60_000), { 'X-Chunk-Start': '0' });
  expect(first.status).toBe(200);
  const headers = { 'X-Chunk-Start': '60000', 'X-Upload-ID': first.body.upload_id as string };
  const rest = quota - costPerFile - 60_000;
  expect(await post(bytes(rest + 1), headers)).toMatchObject(full);
  // Unfinished uploads count too.
  expect(await upload(alcove, ann, bytes(40_001))).toMatchObject(full);
  expect(await post(bytes(rest), { ...headers, 'X-Last-Chunk': '1' })).toMatchObject({ status: 201 });
});

it('does not apply to the owner', async () => {
  const token = await alcove.token('storage:write');
  expect(await upload(alcove, token, bytes(quota * 2))).toMatchObject({ status: 201 });
});
