import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type StorageState, storageState } from '../../src/contract/dashboard-api/storage.ts';
import { GB } from '../../src/contract/units.ts';
import { parseContentId } from '../../src/core/content-id.ts';
import { pathOf } from '../platform/blobs/support/temporary-store.ts';
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
import { patience } from '../support/patience.ts';
import { randomBytes } from '../support/random-bytes.ts';

let alcove: TestNode;
let ann: string;
let bob: string;

beforeAll(async () => {
  alcove = await startTestNode({ settings: openToAnyone });
  [ann, bob] = [await signInUser(alcove, 1), await signInUser(alcove, 2)];
});
afterAll(() => alcove.stop());

const bytes = (size = 1000) => new Uint8Array(randomBytes(size));
const removeAs = (token: string, id: string) =>
  answerOf(alcove.ask(`/api/v1/storage/${id}`, { method: 'DELETE', headers: { Authorization: token } }));
const patchOwn = (token: string, id: string, changes: object) => {
  const { body, headers } = json(changes);
  return answerOf(
    alcove.ask(`/api/v1/content/${id}`, {
      method: 'PATCH',
      body,
      headers: { ...headers, Authorization: token },
    }),
  );
};
const get = async (id: string) => (await alcove.ask(`/api/v1/storage/${id}`)).status;
const list = async (since: string) => {
  const { body } = await answerOf(alcove.ask(`/api/v1/content.list?since=${since}`));
  return body as { items: { content_id: string; deleted?: true; title?: string }[]; next_cursor: string };
};
const state = async (): Promise<StorageState> =>
  storageState.parse((await answerOf(alcove.askLocal('/local/storage'))).body);

describe('DELETE /api/v1/storage/{id}', () => {
  it('removes one owner, and the bytes with the last owner', async () => {
    const shared = bytes();
    const id = await store(alcove, ann, shared);
    expect((await upload(alcove, bob, shared)).body).toMatchObject({ already_stored: true });
    expect(await removeAs(ann, id)).toMatchObject({ status: 200, body: { deleted: false } });
    expect(await get(id)).toBe(200);
    expect(await removeAs(ann, id)).toMatchObject({ status: 404, body: { code: 'content_not_found' } });
    expect(await removeAs(bob, id)).toMatchObject({ status: 200, body: { deleted: true } });
    expect(await get(id)).toBe(404);
  });

  it('reveals nothing about stored contents, and accepts an API token of the owner', async () => {
    const token = await alcove.token('storage:write');
    const id = await store(alcove, token, bytes());
    const { status, body } = await removeAs(ann, id);
    const other = await removeAs(ann, '0'.repeat(64));
    expect([status, body.code, body.detail]).toEqual([other.status, other.body.code, other.body.detail]);
    const reader = await alcove.token('content:read');
    expect(await removeAs(reader, id)).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
    expect(await removeAs(await alcove.token('storage:write'), id)).toMatchObject({
      status: 200,
      body: { deleted: true },
    });
  });
});

describe('PATCH /api/v1/content/{id}', () => {
  it('changes and publishes a content for the user who stored it first only', async () => {
    const shared = bytes();
    const id = await store(alcove, ann, shared);
    const { next_cursor: before } = await list('');
    expect(await patchOwn(bob, id, { title: 'Bob’s' })).toMatchObject({
      status: 404,
      body: { code: 'content_not_found' },
    });
    await upload(alcove, bob, shared);
    expect(await patchOwn(bob, id, { title: 'Bob’s' })).toMatchObject({
      status: 403,
      body: { code: 'not_yours' },
    });
    const published = await patchOwn(ann, id, { title: 'Ann’s song', published: true });
    expect(published).toMatchObject({
      status: 200,
      body: { content_id: id, title: 'Ann’s song', published: true },
    });
    expect(published.body.owner).toMatch(/^[UE]Q/);
    const seen = await list(before);
    expect(seen.items).toMatchObject([{ content_id: id, title: 'Ann’s song' }]);
    // Bob still has it and has not published it.
    await removeAs(ann, id);
    expect((await list(seen.next_cursor)).items).toEqual([{ content_id: id, deleted: true }]);
    expect(await patchOwn(bob, id, { published: true })).toMatchObject({ status: 200 });
    expect((await list(seen.next_cursor)).items).toMatchObject([{ content_id: id, published: true }]);
    await removeAs(bob, id);
    expect((await list(seen.next_cursor)).items).toEqual([{ content_id: id, deleted: true }]);
  });

  it('rejects invalid texts', async () => {
    const id = await store(alcove, ann, bytes());
    expect(await patchOwn(ann, id, { title: '' })).toMatchObject({ status: 400 });
  });
});

describe('the stored files', () => {
  it('are listed by user, with each content counted once', async () => {
    const before = await state();
    const token = await alcove.token('storage:write');
    const [own, shared, theirs] = [bytes(100), bytes(200), bytes(400)];
    const ids = [await store(alcove, token, own), await store(alcove, token, shared)];
    await upload(alcove, ann, shared);
    ids.push(await store(alcove, ann, theirs));
    const after = await state();
    expect(after.used.own).toEqual({
      contents: before.used.own.contents + 2,
      bytes: before.used.own.bytes + 300,
    });
    expect(after.used.users.bytes).toBe(before.used.users.bytes + 400);
    expect(after.used.copies).toEqual({ contents: 0, bytes: 0 });
    const sum = ({ by_kind: kinds }: StorageState) =>
      kinds.reduce((total, { bytes: size }) => total + size, 0);
    expect(sum(after)).toBe(sum(before) + 700);
    const largest = after.largest.map(({ content_id: id }) => id).filter((id) => ids.includes(id));
    expect(largest).toEqual(ids.toReversed());
    expect(after.by_user[0]?.name).toMatch(/^[UE]Q/);
    expect(after.folder).toBe(alcove.dataDir);
    expect(after.limits.copies_bytes).toBe(5 * GB);
    expect(after.move).toBeNull();
    for (const id of ids) await remove(alcove, id);
    expect(await state()).toMatchObject({
      used: before.used,
      by_kind: before.by_kind,
      largest: before.largest,
    });
  });

  it('are checked on request, with a report of problems', async () => {
    const id = await store(alcove, ann, bytes(), { name: 'holiday.txt' });
    writeFileSync(pathOf(alcove.dataDir, parseContentId(id).sha256), 'something else');
    await alcove.askLocal('/local/storage/check', { method: 'POST' });
    await vi.waitFor(async () => expect((await state()).check.finished_at).not.toBeNull(), patience);
    const { check, damages } = await state();
    expect(check).toMatchObject({ state: 'idle', began_at: null });
    expect(damages).toMatchObject([{ content_id: id, name: 'holiday', problem: 'damaged' }]);
    expect(await edit(alcove, id, {})).toMatchObject({ damage: 'damaged', copy: null, shares: [] });
    await remove(alcove, id);
    expect((await state()).damages).toEqual([]);
    expect((await alcove.askLocal('/local/storage/check', { method: 'DELETE' })).status).toBe(200);
  });

  it('can be pinned only if they are copies', async () => {
    const id = await store(alcove, ann, bytes());
    const pinned = answerOf(
      alcove.askLocal(`/local/copies/${id}`, { method: 'PATCH', ...json({ pinned: true }) }),
    );
    expect(await pinned).toMatchObject({ status: 404, body: { code: 'content_not_found' } });
  });
});
