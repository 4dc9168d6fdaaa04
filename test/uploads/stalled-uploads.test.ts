import { readdirSync, statSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  behindProxy,
  type From,
  isAnswered,
  type Sending,
  send,
  trickle,
} from '../support/http/upload-senders.ts';
import { signInUser } from '../support/node/content-world.ts';
import { startTestNode, type TestNode } from '../support/node/start-test-node.ts';

let alcove: TestNode;
let ending: ClientRequest[] = [];
let users = 0;

beforeEach(async () => {
  alcove = await startTestNode({ settings: behindProxy });
});
afterEach(async () => {
  for (const one of ending) one.destroy();
  ending = [];
  await alcove.stop();
});

async function newUser(address: string): Promise<From> {
  users += 1;
  return { token: await signInUser(alcove, users), address };
}
const owner = async (): Promise<From> => ({
  token: await alcove.token('storage:write'),
  address: '192.0.2.250',
});
const stall = (from: From, count: number): Promise<Sending[]> =>
  Promise.all(Array.from({ length: count }, () => trickle(from, alcove, { ending })));
const tooBusy = { status: 503, body: { code: 'too_busy' } };

async function answered(sendings: Sending[]): Promise<Sending[]> {
  const states = await Promise.all(sendings.map(isAnswered));
  return sendings.filter((_, n) => states[n]);
}

it('limits a user to a quarter of the slots, so that others can upload', async () => {
  const [ann, bob] = [await newUser('192.0.2.1'), await newUser('192.0.2.2')];
  await stall(ann, 16);
  const [more] = await stall(ann, 1);
  expect(await more?.answer).toMatchObject(tooBusy);
  expect(await send(bob, alcove, 'of bob')).toBe(201);
});

it('replaces stalled uploads of three wallets that hold every slot', async () => {
  const attackers = await Promise.all([1, 2, 3].map((n) => newUser(`192.0.2.${n}`)));
  const held = (await Promise.all(attackers.map((from) => stall(from, 16)))).flat();
  expect(await answered(held)).toEqual([]);
  const bob = await newUser('198.51.100.1');
  for (let n = 0; n < 5; n += 1) expect(await send(bob, alcove, `file ${n} of bob`)).toBe(201);
  // One released slot was enough for all of them.
  await expect.poll(async () => (await answered(held)).length).toBe(1);
  const [gone] = await answered(held);
  expect(await gone?.answer).toMatchObject(tooBusy);
  expect(await send(await owner(), alcove, 'of the owner')).toBe(201);
});

it('gives each waiting user a fair share of the slots', async () => {
  const attackers = await Promise.all([1, 2, 3].map((n) => newUser(`192.0.2.${n}`)));
  const held = (await Promise.all(attackers.map((from) => stall(from, 16)))).flat();
  const others = await Promise.all([1, 2, 3, 4, 5].map((n) => newUser(`198.51.100.${n}`)));
  const theirs = (await Promise.all(others.map((from) => stall(from, 4)))).flat();
  expect(await answered(theirs)).toEqual([]);
  await expect.poll(async () => (await answered(held)).length).toBe(20);
});

it.each([
  ['an IPv4 address', () => '192.0.2.1'],
  ['an IPv6 /64', (n: number) => `2001:db8::${n + 1}`],
])('limits many wallets at %s to the slots of one', async (_where, addressOf) => {
  const crowd = await Promise.all(Array.from({ length: 20 }, (_, n) => newUser(addressOf(n))));
  const held = (await Promise.all(crowd.map((from) => stall(from, 1)))).flat();
  await expect.poll(async () => (await answered(held)).length).toBe(4);
  for (const one of await answered(held)) expect(await one.answer).toMatchObject(tooBusy);
  expect(await send(await newUser('198.51.100.1'), alcove, 'from elsewhere')).toBe(201);
});

it('gives a user a slot of another one who holds all slots of their address', async () => {
  const [ann, bob] = [await newUser('192.0.2.1'), await newUser('192.0.2.1')];
  const held = await stall(ann, 16);
  expect(await send(bob, alcove, 'from the same house')).toBe(201);
  await expect.poll(async () => (await answered(held)).length).toBe(1);
});

it('replaces a form that continues after its file as well', async () => {
  const [ann, bob] = [await newUser('192.0.2.1'), await newUser('192.0.2.1')];
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
  const form = [
    '',
    '--b',
    'Content-Disposition: form-data; name="file"; filename="a"',
    '',
    'whole',
    '--b--',
    '',
  ];
  const begin = async () => {
    const sending = await trickle(ann, alcove, { ending, headers });
    sending.request.write(form.join('\r\n'));
    return sending;
  };
  const held = await Promise.all(Array.from({ length: 16 }, begin));
  const incoming = join(alcove.dataDir, 'incoming');
  const sizes = () => readdirSync(incoming).map((name) => statSync(join(incoming, name)).size);
  await expect.poll(sizes).toEqual(Array.from(held, () => 'whole'.length));
  expect(await answered(held)).toEqual([]);
  expect(await send(bob, alcove, 'from the same house')).toBe(201);
  await expect.poll(async () => (await answered(held)).length).toBe(1);
  const [gone] = await answered(held);
  expect(await gone?.answer).toMatchObject(tooBusy);
  await expect.poll(() => sizes().length).toBe(15);
});

it('reserves slots for the owner, from any address', async () => {
  const attackers = await Promise.all([1, 2, 3].map((n) => newUser(`192.0.2.${n}`)));
  await Promise.all(attackers.map((from) => stall(from, 16)));
  const own = { ...(await owner()), address: '192.0.2.1' };
  const held = await stall(own, 15);
  expect(await send(own, alcove, 'one more')).toBe(201);
  await stall(await newUser('198.51.100.1'), 4);
  expect(await answered(held)).toEqual([]);
});

it('keeps the received bytes of a replaced part', async () => {
  const ann = await newUser('192.0.2.1');
  const post = (body: string, headers: Record<string, string>) =>
    alcove.ask('/api/v1/storage', {
      method: 'POST',
      body,
      headers: { Authorization: ann.token, 'X-Forwarded-For': ann.address, ...headers },
    });
  const begin = async (n: number) => {
    const response = await post(`${n % 10} begun`, { 'X-Chunk-Start': '0' });
    return ((await response.json()) as { upload_id: string }).upload_id;
  };
  const ids = await Promise.all(Array.from({ length: 16 }, (_, n) => begin(n)));
  const parts = await Promise.all(
    ids.map((id) => {
      const headers = { 'X-Upload-ID': id, 'X-Chunk-Start': '7' };
      return trickle(ann, alcove, { ending, headers });
    }),
  );
  const others = await Promise.all([2, 3].map((n) => newUser(`192.0.2.${n}`)));
  await Promise.all([...others, ...others].map((from) => stall(from, 7)));
  await stall(await newUser('192.0.2.4'), 4);
  expect(await answered(parts)).toEqual([]);
  expect(await send(await newUser('198.51.100.1'), alcove, 'of another')).toBe(201);
  await expect.poll(async () => (await answered(parts)).length).toBe(1);
  const [gone] = await answered(parts);
  expect(await gone?.answer).toMatchObject(tooBusy);
  const goneId = ids[parts.indexOf(gone as Sending)] as string;
  const kept = await alcove.ask('/api/v1/storage', {
    method: 'HEAD',
    headers: { Authorization: ann.token, 'X-Upload-ID': goneId },
  });
  expect(kept.headers.get('x-current-size')).toBe('8');
  const rest = await post(' and ended', { 'X-Upload-ID': goneId, 'X-Chunk-Start': '8', 'X-Last-Chunk': '1' });
  expect(rest.status).toBe(201);
});
