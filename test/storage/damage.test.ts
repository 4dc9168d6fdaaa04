import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { contentIdOf } from '../../src/core/content-id.ts';
import type { Activity } from '../../src/core/events/activity.ts';
import { NodeError } from '../../src/core/node-error.ts';
import type { BackgroundPause } from '../../src/features/storage/repair.ts';
import { type OpenContentOptions, openContent } from '../content/open-content.ts';
import { Collector, deferred, pathOf } from '../platform/blobs/support/temporary-store.ts';
import { withoutMessages } from '../support/node/earlier-schema.ts';
import { patience } from '../support/patience.ts';
import { randomBytes } from '../support/random-bytes.ts';
import { receive, uploadAs } from './copies.ts';

const minute = 60_000;
const askedInVain = { reason: 'general.text', params: { text: 'Asked 3 nodes; none has it.' } };

/** Pauses controlled by the test. */
class Pauses implements BackgroundPause {
  #reasons: string[] = [];
  readonly #listeners = new Set<() => void>();

  pausedBy(): string[] {
    return this.#reasons;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  set(...reasons: string[]): void {
    this.#reasons = reasons;
    for (const listener of this.#listeners) listener();
  }
}

/** A node whose network has the given contents. */
async function openMending(options: OpenContentOptions = {}) {
  const background = new Pauses();
  const network = new Map<string, Buffer>();
  const asked: string[] = [];
  const noted: Activity[] = [];
  const node = await openContent({
    note: (activity) => noted.push(activity),
    mending: {
      background,
      fetch: async (sha256) => {
        asked.push(sha256.toString('hex'));
        const bytes = network.get(sha256.toString('hex'));
        if (!bytes) throw new NodeError('content_not_found', askedInVain);
        await receive(node, bytes);
      },
    },
    ...options,
  });
  const send = async (hash: Buffer) => {
    const out = new Collector();
    await node.catalogue.sendTo(out, node.catalogue.get(hash));
    return out.bytes;
  };
  const has = (bytes: Buffer, hash: Buffer) => network.set(hash.toString('hex'), bytes);
  return { ...node, background, has, asked, noted, send };
}

const breakFile = (dataDir: string, hash: Buffer, bytes: Buffer) => {
  const broken = Buffer.from(bytes);
  broken[broken.length >> 1] = (broken[broken.length >> 1] as number) ^ 1;
  writeFileSync(pathOf(dataDir, hash), broken);
};

const details = (noted: Activity[]) => noted.map(({ detail }) => detail);

describe('a damaged content', () => {
  it('is quarantined on reading, fetched again and restored', async () => {
    const node = await openMending();
    const bytes = randomBytes(200_000);
    const hash = await uploadAs(node, 'owner', bytes);
    node.has(bytes, hash);
    node.start();
    breakFile(node.dataDir, hash, bytes);
    await expect(node.send(hash)).rejects.toMatchObject({ code: 'content_damaged' });
    await vi.waitFor(() => expect(details(node.noted)).toContain('activity.repaired'), patience);
    expect((await node.send(hash)).equals(bytes)).toBe(true);
    expect(node.damages.list(10)).toEqual([]);
    expect(node.service.get(hash)).toMatchObject({ uploadedBy: 'owner', damage: null, copy: null });
    expect(await node.blobs.quarantine.list()).toEqual([]);
    expect(details(node.noted)).toEqual(['activity.damageFound', 'activity.repaired']);
    expect(node.noted[0]?.subject).toBe(contentIdOf(hash));
  });

  it('is quarantined and reported, not served, while no peer has it', async () => {
    let now = 1_700_000_000_000;
    const node = await openMending({ clock: () => now });
    const bytes = randomBytes(3000);
    const hash = await uploadAs(node, 'owner', bytes, 'song.txt');
    breakFile(node.dataDir, hash, bytes);
    expect(node.copies.has(hash)).toBe(true);
    expect(await node.inspector.inspect(hash)).toBe('damaged');
    expect(node.copies.has(hash)).toBe(false);
    await expect(node.send(hash)).rejects.toMatchObject({ code: 'content_damaged' });
    expect(node.service.get(hash).damage).toBe('damaged');
    expect((await node.blobs.quarantine.list()).map(({ sha256 }) => sha256)).toEqual([hash]);
    node.start();
    await vi.waitFor(
      () =>
        expect(node.damages.list(10)).toMatchObject([
          { name: 'song', problem: 'damaged', attempts: 1, message: askedInVain },
        ]),
      patience,
    );
    expect(node.damages.list(10)[0]?.nextAttempt).toBe(now + minute);
    now += minute;
    node.repair.wake();
    await vi.waitFor(() => expect(node.damages.list(10)[0]?.nextAttempt).toBe(now + 2 * minute), patience);
    now += 2 * minute - 1;
    node.repair.wake();
    expect(node.asked).toHaveLength(2);
    for (let attempt = 3; attempt <= 12; attempt += 1) {
      now += 6 * 60 * minute;
      node.repair.wake();
      await vi.waitFor(() => expect(node.damages.list(10)[0]?.attempts).toBe(attempt), patience);
    }
    expect(node.damages.list(10)[0]?.nextAttempt).toBe(now + 6 * 60 * minute);
    expect(details(node.noted)).toEqual(['activity.damageFound']);
  });

  it('waits while background work is paused', async () => {
    const node = await openMending();
    const bytes = randomBytes(3000);
    const hash = await uploadAs(node, 'owner', bytes);
    node.has(bytes, hash);
    node.background.set('metered');
    node.start();
    rmSync(pathOf(node.dataDir, hash));
    expect(await node.inspector.inspect(hash)).toBe('missing');
    expect(node.asked).toEqual([]);
    node.background.set();
    await vi.waitFor(() => expect(node.damages.list(10)).toEqual([]), patience);
    expect((await node.send(hash)).equals(bytes)).toBe(true);
  });

  it('stops its fetch while background work is paused, and starts it again afterwards', async () => {
    const bytes = randomBytes(3000);
    const background = new Pauses();
    let begun = deferred();
    const ended: unknown[] = [];
    const node = await openMending({
      mending: {
        background,
        fetch: async (_, signal) => {
          begun.resolve();
          await new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => {
              ended.push(signal.reason);
              reject(signal.reason);
            }),
          );
        },
      },
    });
    const hash = await uploadAs(node, 'owner', bytes);
    breakFile(node.dataDir, hash, bytes);
    await node.inspector.inspect(hash);
    node.start();
    await begun.promise;
    begun = deferred();
    background.set('metered');
    await vi.waitFor(() => expect(ended).toMatchObject([{ code: 'fetch_cancelled' }]), patience);
    expect(node.damages.list(10)).toMatchObject([{ attempts: 0, message: null }]);
    background.set();
    await begun.promise;
  });

  it('is repaired by an upload of the same bytes', async () => {
    const node = await openMending();
    const bytes = randomBytes(3000);
    const hash = await uploadAs(node, 'owner', bytes);
    breakFile(node.dataDir, hash, bytes);
    await node.inspector.inspect(hash);
    await uploadAs(node, 'ann', bytes);
    expect(node.damages.list(10)).toEqual([]);
    expect(await node.blobs.quarantine.list()).toEqual([]);
    expect((await node.send(hash)).equals(bytes)).toBe(true);
  });

  it('leaves no files when it is deleted, and is not restored by a running fetch', async () => {
    const bytes = randomBytes(3000);
    const begun = deferred();
    const arrive = deferred();
    const node = await openMending({
      mending: {
        background: new Pauses(),
        fetch: async (_, signal) => {
          begun.resolve();
          await arrive.promise;
          await receive(node, bytes, { signal });
        },
      },
    });
    const hash = await uploadAs(node, 'owner', bytes);
    breakFile(node.dataDir, hash, bytes);
    await node.inspector.inspect(hash);
    node.start();
    await begun.promise;
    await node.catalogue.remove(hash);
    expect(await node.blobs.quarantine.list()).toEqual([]);
    arrive.resolve();
    await node.stop();
    expect(node.catalogue.find(hash)).toBeUndefined();
    expect(existsSync(pathOf(node.dataDir, hash))).toBe(false);
  });

  it('leaves nothing in quarantine when it is uploaded again before its damage is recorded', async () => {
    const node = await openMending();
    const bytes = randomBytes(3000);
    const hash = await uploadAs(node, 'owner', bytes);
    breakFile(node.dataDir, hash, bytes);
    const [release, arrived] = [deferred(), deferred()];
    const changing = node.catalogue.exclusively(hash, () => release.promise);
    const uploaded = uploadAs(node, 'ann', bytes, 'own.txt', arrived.resolve);
    await arrived.promise;
    const inspected = node.inspector.inspect(hash);
    await vi.waitFor(async () => expect(await node.blobs.quarantine.list()).toHaveLength(1), patience);
    release.resolve();
    await Promise.all([changing, uploaded, inspected]);
    expect(await node.blobs.quarantine.list()).toEqual([]);
    expect(node.damages.list(10)).toEqual([]);
    expect((await node.send(hash)).equals(bytes)).toBe(true);
  });

  it('is intact when it was replaced by correct bytes meanwhile', async () => {
    const node = await openMending();
    const bytes = randomBytes(3000);
    const hash = await uploadAs(node, 'owner', bytes);
    expect(await node.inspector.inspect(hash)).toBeUndefined();
    expect((await node.send(hash)).equals(bytes)).toBe(true);
    expect(node.noted).toEqual([]);
  });
});

it('shows damage of an earlier version with the texts of that version', async () => {
  const before = await openContent();
  const hash = await uploadAs(before, 'owner', randomBytes(100));
  await before.damages.add({ sha256: hash, problem: 'missing', at: 1 });
  before.db.exec(
    `UPDATE damages SET message = 'No node has it.'; ${withoutMessages} PRAGMA user_version = 19`,
  );
  await before.stop();
  await before.blobs.close();
  before.db.close();
  const { damages } = await openContent({ dataDir: before.dataDir });
  const message = { reason: 'general.text', params: { text: 'No node has it.' } };
  expect(damages.get(hash)).toMatchObject({ message });
});
