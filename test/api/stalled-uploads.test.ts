import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestNode, type TestNode } from '../start-test-node.ts';
import { openToAnyone, signInUser, upload } from '../support/content-world.ts';

let alcove: TestNode;
const stalled: ClientRequest[] = [];

beforeAll(async () => {
  alcove = await startTestNode({ settings: openToAnyone });
});
afterAll(async () => {
  for (const one of stalled) one.destroy();
  await alcove.stop();
});

/** Begins uploads that never end. Resolves when the node waits for their bytes. */
async function stall(token: string, count: number): Promise<void> {
  const begun = Array.from({ length: count }, () =>
    request(`${alcove.node.nodeUrl}/api/v1/storage`, {
      method: 'POST',
      headers: { Authorization: token, Expect: '100-continue', 'Content-Length': 1000 },
    }).on('error', () => {}),
  );
  stalled.push(...begun);
  for (const one of begun) one.flushHeaders();
  await Promise.all(begun.map((one) => once(one, 'continue')));
}

it('stalled uploads of a user leave room for others, and all together for the owner', async () => {
  const owner = await alcove.token('storage:write');
  const [ann, bob, ...others] = await Promise.all([1, 2, 3, 4].map((seed) => signInUser(alcove, seed)));
  const statusFor = async (token = '') => (await upload(alcove, token, `by ${token}`)).status;
  await stall(ann ?? '', 16);
  expect(await upload(alcove, ann ?? '', 'one more')).toMatchObject({
    status: 503,
    body: { code: 'too_busy' },
  });
  expect(await statusFor(bob)).toBe(201);
  for (const token of others) await stall(token, 16);
  expect(await statusFor(bob)).toBe(503);
  expect(await statusFor(owner)).toBe(201);
});
