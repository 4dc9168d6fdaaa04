import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { openContent } from '../content/open-content.ts';
import { pathOf } from '../platform/blobs/support/temporary-store.ts';
import { patience } from '../support/patience.ts';
import { randomBytes } from '../support/random-bytes.ts';
import { uploadAs } from './copies.ts';

const day = 24 * 3600 * 1000;
const begin = 1_700_000_000_000;

/** A node with twenty contents, in the order of their hashes; the test advances its clock. */
async function openStored(bytesPerSecond: number) {
  const time = { now: begin };
  const node = await openContent({ clock: () => time.now, scrubPace: { bytesPerSecond, days: 30 } });
  const hashes: Buffer[] = [];
  for (let n = 0; n < 20; n += 1) hashes.push(await uploadAs(node, 'owner', randomBytes(1000)));
  hashes.sort(Buffer.compare);
  const verifiedAt = (hash: Buffer) => node.service.get(hash).verifiedAt;
  return { ...node, time, hashes, verifiedAt };
}

describe('the scrub', () => {
  it('runs when it is due, reports damage, and records when the rest was intact', async () => {
    const { time, hashes, scrub, start, damages, verifiedAt, dataDir } = await openStored(1e12);
    expect(hashes.map(verifiedAt)).toEqual(hashes.map(() => begin));
    time.now += 40 * day;
    writeFileSync(pathOf(dataDir, hashes[3] as Buffer), 'something else');
    rmSync(pathOf(dataDir, hashes[5] as Buffer));
    start();
    expect(scrub.progress()).toMatchObject({ state: 'idle', nextAt: time.now + 60_000 });
    time.now += 60_000;
    scrub.setPace({ bytesPerSecond: 1e12, days: 30 });
    await vi.waitFor(() => expect(scrub.progress().finishedAt).toBe(time.now), patience);
    expect(scrub.progress()).toMatchObject({
      state: 'idle',
      beganAt: null,
      verified: 20,
      contents: 20,
      nextAt: time.now + 30 * day,
    });
    expect(
      damages
        .list(10)
        .map(({ sha256, problem }) => [hashes.findIndex((h) => h.equals(sha256)), problem])
        .sort(),
    ).toEqual([
      [3, 'damaged'],
      [5, 'missing'],
    ]);
    expect(hashes.map(verifiedAt)).toEqual(hashes.map((_, n) => (n === 3 || n === 5 ? begin : time.now)));
  });

  it('skips recently checked files, except on request', async () => {
    const { time, hashes, scrub, start, verifiedAt } = await openStored(1e12);
    time.now += 10 * day;
    start();
    time.now += 60_000;
    scrub.setPace({ bytesPerSecond: 1e12, days: 30 });
    await vi.waitFor(() => expect(scrub.progress().finishedAt).toBe(time.now), patience);
    expect(hashes.map(verifiedAt)).toEqual(hashes.map(() => begin));
    time.now += day;
    scrub.begin();
    await vi.waitFor(() => expect(scrub.progress().finishedAt).toBe(time.now), patience);
    expect(hashes.map(verifiedAt)).toEqual(hashes.map(() => time.now));
  });

  it('is off at a rate of 0, except on request, and can be aborted', async () => {
    const { time, scrub, start, hashes, verifiedAt } = await openStored(0);
    time.now += 40 * day;
    start();
    expect(scrub.progress()).toMatchObject({ state: 'off', nextAt: null });
    scrub.begin();
    scrub.end();
    expect(scrub.progress()).toMatchObject({ state: 'off', beganAt: null, finishedAt: null });
    scrub.begin();
    expect(scrub.progress()).toMatchObject({ state: 'running', asked: true, beganAt: time.now });
    await vi.waitFor(() => expect(scrub.progress().finishedAt).toBe(time.now), patience);
    expect(hashes.map(verifiedAt)).toEqual(hashes.map(() => time.now));
  });

  it('runs again one day after it was stopped by the user', async () => {
    const { time, scrub, start } = await openStored(1);
    time.now += 40 * day;
    start();
    scrub.begin();
    scrub.end();
    expect(scrub.progress()).toMatchObject({ state: 'idle', nextAt: time.now + day });
  });

  it('resumes after a restart of the node', async () => {
    const { time, scrub, start, stop, db, hashes, verifiedAt } = await openStored(200 * 1024);
    time.now += 40 * day;
    start();
    time.now += 60_000;
    // Each small file costs more than a second: it pauses after the second one.
    scrub.setPace({ bytesPerSecond: 200 * 1024, days: 30 });
    await vi.waitFor(() => expect(scrub.progress().verified).toBeGreaterThan(1), patience);
    await stop();
    const { verified, state } = scrub.progress();
    expect([verified, state]).toEqual([2, 'running']);
    expect(hashes.map(verifiedAt)).toEqual(hashes.map((_, n) => (n < verified ? time.now : begin)));
    const row = db.prepare('SELECT after_sha256 AS after, verified FROM store_check').get();
    expect(row).toEqual({ after: hashes[verified - 1], verified });
  });

  it('keeps to its rate', async () => {
    const time = { now: begin };
    const node = await openContent({
      clock: () => time.now,
      scrubPace: { bytesPerSecond: 1e6, days: 30 },
    });
    for (let n = 0; n < 3; n += 1) await uploadAs(node, 'owner', randomBytes(900_000));
    time.now += 40 * day;
    node.start();
    time.now += 60_000;
    const before = performance.now();
    node.scrub.setPace({ bytesPerSecond: 1e6, days: 30 });
    await vi.waitFor(() => expect(node.scrub.progress().finishedAt).not.toBeNull(), patience);
    expect(performance.now() - before).toBeGreaterThan(2000);
  });
});
