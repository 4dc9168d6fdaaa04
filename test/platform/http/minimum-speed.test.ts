import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { abortable } from '../../../src/core/concurrency/abortable.ts';
import { UploadSlots } from '../../../src/features/uploads/upload-slots.ts';
import { MinimumSpeed } from '../../../src/platform/net/guarded/minimum-speed.ts';

it('requires the average rate over each span of waiting, and allows silence in between', () => {
  const speed = new MinimumSpeed({ speedWindowMs: 120_000, minBytesPerSecond: 1024 });
  // A phone that is silent for most of each minute, then sends at 20 kB/s.
  for (let minute = 0; minute < 30; minute += 1) {
    expect(speed.isTooSlow(0, 50_000)).toBe(false);
    for (let second = 0; second < 10; second += 1) expect(speed.isTooSlow(20_000, 1000)).toBe(false);
  }
  const trickle = new MinimumSpeed({ speedWindowMs: 120_000, minBytesPerSecond: 1024 });
  const checks = [trickle.isTooSlow(1, 45_000), trickle.isTooSlow(1, 45_000), trickle.isTooSlow(1, 45_000)];
  expect(checks).toEqual([false, false, true]);
  // Time that the node itself takes does not count.
  expect(new MinimumSpeed({ speedWindowMs: 10, minBytesPerSecond: 1e9 }).isTooSlow(1, 0)).toBe(false);
});

/** Shortens the wait of two minutes. */
const places = new UploadSlots({
  slots: 64,
  minSpeed: { speedWindowMs: 1500, minBytesPerSecond: 10_000 },
});
const server = createServer((message, response) => void take(message).then((status) => response.end(status)));
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function take(message: IncomingMessage): Promise<string> {
  const user = String(message.headers['x-user']);
  const place = places.acquire({ user, address: '192.0.2.1' }, message);
  message.on('data', (chunk: Buffer) => place.arrive(chunk.length));
  try {
    await abortable(new Promise((resolve) => message.on('end', resolve)), place.signal);
    return 'whole';
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    places.release(place);
  }
}

/** Sends `bytes` every 100 ms, a number of times, while there is no response. */
async function drip(user: string, bytes: number, times: number): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const sent = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    agent: false,
    headers: { 'x-user': user },
  });
  const answer = new Promise<string>((resolve, reject) => {
    sent.on('response', (response) => response.on('data', (text: Buffer) => resolve(text.toString())));
    sent.on('error', reject);
  });
  for (let n = 0; n < times; n += 1) {
    sent.write(Buffer.alloc(bytes));
    // This test is about the rate.
    const answered = await Promise.race([answer, sleep(100)]);
    if (answered !== undefined) return answered;
  }
  sent.end();
  return answer;
}

it('aborts an upload that trickles, but not a slow one or the owner’s', async () => {
  const [trickling, slow, own] = await Promise.all([
    drip('ann', 10, 300),
    drip('bob', 10_000, 50),
    drip('owner', 10, 50),
  ]);
  expect([trickling, slow, own]).toEqual(['request_timeout', 'whole', 'whole']);
});
