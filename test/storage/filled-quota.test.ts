import { execFileSync } from 'node:child_process';
import type { ClientRequest } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { getOverview } from '../../src/contract/dashboard-api/administration/monitoring.ts';
import { costOfFile, costPerFile } from '../../src/core/stored-cost.ts';
import { behindProxy, type From, isAnswered, send, trickle } from '../support/http/upload-senders.ts';
import { answerOf, signInUser, store, upload } from '../support/node/content-world.ts';
import { json, startTestNode, type TestNode } from '../support/node/start-test-node.ts';
import { randomBytes } from '../support/random-bytes.ts';
import { longIt } from '../support/random-runs.ts';

const MiB = 1024 * 1024;
const userQuota = 8 * MiB;
const quota = 40 * MiB;
let alcove: TestNode;
let users = 0;
let ending: ClientRequest[] = [];

beforeAll(async () => {
  alcove = await startTestNode({
    settings: { ...behindProxy, storage: { quota_bytes: quota, user_quota_bytes: userQuota } },
  });
});
afterEach(() => {
  for (const one of ending) one.destroy();
  ending = [];
});
afterAll(() => alcove.stop());

async function newUser(): Promise<From> {
  users += 1;
  return { token: await signInUser(alcove, users), address: `192.0.2.${users}` };
}
const owner = async (): Promise<From> => ({
  token: await alcove.token('storage:write'),
  address: '192.0.2.250',
});
const bytesOnDisk = () =>
  Number.parseInt(execFileSync('du', ['-s', '--block-size=1', alcove.dataDir]).toString(), 10);
const bytes = (size: number) => new Uint8Array(randomBytes(size));
const counted = async () =>
  getOverview.responses[200].schema.parse((await answerOf(alcove.askLocal('/local/overview'))).body).storage;

longIt('fills a user’s quota with files of 12 bytes by their size on disk', async () => {
  const before = bytesOnDisk();
  const { token } = await newUser();
  const name = () => `${randomBytes(98).toString('hex')}.txt`;
  const statuses = new Map<number, number>();
  const fill = async () => {
    for (let n = 0; n < 100; n += 1) {
      const { status } = await upload(alcove, token, bytes(12), { name: name() });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 12 }, fill));
  const files = Math.floor(userQuota / costOfFile(12));
  expect(Object.fromEntries(statuses)).toEqual({ 201: files, 507: 1200 - files });
  // The WAL takes 4 MiB in any case.
  expect(bytesOnDisk() - before).toBeLessThan(userQuota + 5 * MiB);
  expect(await counted()).toMatchObject({
    contents: files,
    content_bytes: files * 12,
    counted_bytes: files * costOfFile(12),
  });
});

longIt('counts texts of users about their files', async () => {
  const { token } = await newUser();
  const before = bytesOnDisk();
  const description = () => randomBytes(2500).toString('hex').replace(/.{16}/g, '$& ').slice(0, 5000);
  const describe = async (id: string) =>
    answerOf(
      alcove.ask(`/api/v1/content/${id}`, {
        method: 'PATCH',
        ...json({ description: description() }),
        headers: { ...json({}).headers, Authorization: token },
      }),
    );
  const answers = new Map<number, number>();
  for (let n = 0; n < 140; n += 1) {
    const stored = await upload(alcove, token, bytes(12));
    if (stored.status !== 201) {
      answers.set(stored.status, (answers.get(stored.status) ?? 0) + 1);
      continue;
    }
    const { status, body } = await describe(stored.body.content_id as string);
    if (status === 507) expect(body).toMatchObject({ code: 'insufficient_storage' });
    answers.set(status, (answers.get(status) ?? 0) + 1);
  }
  expect(answers.get(200)).toBe(Math.floor(userQuota / (costOfFile(12) + 12 * 5000)));
  expect(answers.get(507)).toBe(140 - (answers.get(200) ?? 0));
  expect(bytesOnDisk() - before).toBeLessThan(userQuota + 5 * MiB);
});

it('leaves space for others when senders announce much and send nothing', async () => {
  const senders = await Promise.all(Array.from({ length: 4 }, newUser));
  const announced = userQuota - costPerFile;
  const begun = await Promise.all(senders.map((from) => trickle(from, alcove, { announced, ending })));
  expect(await Promise.all(begun.map(isAnswered))).toEqual([false, false, false, false]);
  expect(await send(await newUser(), alcove, bytes(4 * MiB))).toBe(201);
  const own = await owner();
  const id = await store(alcove, own.token, bytes(10 * MiB));
  expect(id).not.toBe('');
});

it('refuses an upload that can never fit before it is sent', async () => {
  const user = await newUser();
  const begun = await trickle(user, alcove, { announced: userQuota, ending });
  expect(await begun.answer).toMatchObject({ status: 507, body: { code: 'insufficient_storage' } });
  const own = await trickle(await owner(), alcove, { announced: quota, ending });
  expect(await own.answer).toMatchObject({ status: 507 });
});

it('reserves a tenth of the quota for the owner, for any number of users', async () => {
  const { counted_bytes: before } = await counted();
  let last = 0;
  for (let n = 0; n < 12 && last !== 507; n += 1) {
    last = await send(await newUser(), alcove, bytes(3 * MiB));
    expect([201, 507]).toContain(last);
  }
  expect(last).toBe(507);
  const { counted_bytes: after } = await counted();
  expect(after).toBeGreaterThanOrEqual(before);
  // The owner has 10 MiB of the 40 already: users get nine tenths of all, and this is the rest.
  const left = quota - after - costPerFile;
  expect(await send(await owner(), alcove, bytes(Math.min(left, 512 * 1024)))).toBe(201);
});
