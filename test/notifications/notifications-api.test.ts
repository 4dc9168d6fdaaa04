import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  getNotifications,
  postNotificationsSeen,
} from '../../src/contract/dashboard-api/administration/notifications.ts';
import { startTestNode, type TestNode } from '../support/node/start-test-node.ts';

let alcove: TestNode;
beforeEach(async () => {
  alcove = await startTestNode();
});
afterEach(() => alcove.stop());

const add = (name: string) => alcove.localClient().upload(new Blob([name]), name);
const list = () => alcove.localClient().call(getNotifications, {});
const seen = (until: string | null, open: string[] = []) =>
  alcove.localClient().call(postNotificationsSeen, { body: { until, open } });

it('lists nothing on a new node', async () => {
  expect(await list()).toEqual({ notifications: [], seen_open: [] });
});

it('combines added files, and leaves out what others do', async () => {
  await add('first.txt');
  const { content } = await add('second.txt');
  const { body } = await alcove.client().storage.download(content.content_id);
  await body.cancel();
  expect(await list()).toMatchObject({
    notifications: [
      {
        ...{ reason: 'activity.uploaded', count: 2, is_new: true },
        ...{ content_id: content.content_id, title: 'second', author: null, price: null, buyer: null },
      },
    ],
  });
});

it('remembers what was seen, and counts it as new again when a file is added', async () => {
  await add('first.txt');
  const [first] = (await list()).notifications;
  await seen(first?.id ?? null, ['key_unprotected']);
  expect(await list()).toMatchObject({
    notifications: [{ id: first?.id, is_new: false }],
    seen_open: ['key_unprotected'],
  });
  // An older page does not undo it.
  await seen(null, []);
  expect(await list()).toMatchObject({ notifications: [{ is_new: false }], seen_open: [] });
  await add('second.txt');
  expect(await list()).toMatchObject({ notifications: [{ count: 2, is_new: true }] });
});

it('rejects an invalid id of the last seen notification', async () => {
  await expect(seen('../..')).rejects.toMatchObject({ code: 'invalid_request' });
});
