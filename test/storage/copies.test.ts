import { Readable, Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { localContentQuery } from '../../src/contract/dashboard-api/library/content-lists.ts';
import { WrongBytesError } from '../../src/core/bytes/wrong-bytes.ts';
import { networkId } from '../../src/core/caller.ts';
import type { Activity } from '../../src/core/events/activity.ts';
import { costOfFile } from '../../src/core/stored-cost.ts';
import { openContent } from '../content/open-content.ts';
import { Collector, deferred, filesOf, inChunks } from '../platform/blobs/support/temporary-store.ts';
import { randomBytes } from '../support/random-bytes.ts';
import { fromFar, receive, sha256, uploadAs } from './copies.ts';

const bytesOf = (size: number) => randomBytes(size);
const filesIn = async (dataDir: string) =>
  (await filesOf(dataDir)).filter((path) => path.startsWith('blobs/') || path.startsWith('incoming/'));

describe('a copy', () => {
  it('keeps its source, is served, and is listed in the dashboard only', async () => {
    const now = 1_700_000_000_000;
    const node = await openContent({ clock: () => now });
    const bytes = bytesOf(3000);
    const record = { title: 'Far song', description: 'By the sea', authors: ['Ada', ''], hashtags: ['sea'] };
    const hash = await receive(node, bytes, { record });
    const out = new Collector();
    await node.catalogue.sendTo(out, node.catalogue.get(hash));
    expect(out.bytes.equals(bytes)).toBe(true);
    expect(node.service.get(hash)).toMatchObject({
      uploadedBy: networkId,
      name: 'far.txt',
      title: 'Far song',
      description: 'By the sea',
      authors: ['Ada'],
      published: false,
      verifiedAt: now,
      damage: null,
      copy: {
        host: 'https://far.example',
        fetchedAt: now,
        lastUsedAt: now,
        pinned: false,
        subscribed: false,
      },
    });
    for (const viewer of [undefined, 'owner', 'ann']) {
      expect(node.list.page({ limit: 10 }, viewer)).toMatchObject({ items: [], total: 0 });
    }
    expect(node.service.page(localContentQuery.parse({ q: 'far' })).items).toHaveLength(1);
    expect(node.catalogue.totals()).toEqual({ contents: 1, contentBytes: 3000 });
  });

  it('leaves no files when its bytes do not match its id', async () => {
    const node = await openContent();
    const bytes = bytesOf(3000);
    const other = inChunks(bytesOf(3000), 1000);
    await expect(node.copies.receive(sha256(bytes), other, fromFar(bytes))).rejects.toThrow(WrongBytesError);
    expect(node.copies.has(sha256(bytes))).toBe(false);
    expect(await filesIn(node.dataDir)).toEqual([]);
    expect(node.eviction.reservations.total).toBe(0);
  });

  it('is refused for a blocked content before reading', async () => {
    const node = await openContent();
    const bytes = bytesOf(100);
    await node.catalogue.block(sha256(bytes), 'why');
    let read = false;
    const source = new Readable({
      read() {
        read = true;
        this.push(null);
      },
    });
    const receiving = node.copies.receive(sha256(bytes), source, fromFar(bytes));
    await expect(receiving).rejects.toMatchObject({ code: 'blocked' });
    expect(read).toBe(false);
  });

  it('is refused before reading when its size differs from that of the stored content', async () => {
    const node = await openContent();
    const bytes = bytesOf(3000);
    const hash = await uploadAs(node, 'owner', bytes);
    const endless = new Readable({
      read() {
        this.push(bytesOf(1000));
      },
    });
    const receiving = node.copies.receive(hash, endless, fromFar(bytes, { sizeHint: 900_000 }));
    await expect(receiving).rejects.toThrow(WrongBytesError);
    expect(endless.readableDidRead).toBe(false);
    endless.destroy();
  });

  it.each(['blocked', 'removed'])('is aborted when its content is %s meanwhile', async (how) => {
    const node = await openContent();
    const bytes = bytesOf(3000);
    const hash = sha256(bytes);
    if (how === 'removed') await uploadAs(node, 'owner', bytes);
    const source = new Readable({ read() {} });
    source.push(bytes.subarray(0, 1000));
    const receiving = node.copies.receive(hash, source, fromFar(bytes));
    const failed = expect(receiving).rejects.toMatchObject({
      code: how === 'blocked' ? 'blocked' : 'content_not_found',
    });
    await expect.poll(() => source.readableLength).toBe(0);
    if (how === 'blocked') await node.catalogue.block(hash, 'why');
    else await node.catalogue.remove(hash);
    await failed;
    expect(node.catalogue.find(hash)).toBeUndefined();
    expect(await filesIn(node.dataDir)).toEqual([]);
    expect(node.eviction.reservations.total).toBe(0);
  });

  it('does not restore a content that is removed after its arrival', async () => {
    const node = await openContent();
    const bytes = bytesOf(3000);
    const hash = await uploadAs(node, 'owner', bytes);
    const release = deferred();
    const changing = node.catalogue.exclusively(hash, () => release.promise);
    const removed = node.catalogue.remove(hash);
    const writing = vi.spyOn(node.blobs, 'write');
    const receiving = expect(receive(node, bytes)).rejects.toMatchObject({ code: 'content_not_found' });
    await writing.mock.results[0]?.value;
    await setImmediate();
    release.resolve();
    await Promise.all([changing, removed, receiving]);
    expect(node.catalogue.find(hash)).toBeUndefined();
    expect(await filesIn(node.dataDir)).toEqual([]);
  });

  it('becomes an upload of a user with the user’s texts, and a copy again after removal by the user', async () => {
    let now = 1_700_000_000_000;
    const node = await openContent({ clock: () => now });
    const bytes = bytesOf(3000);
    const record = { title: 'Far', description: 'Strange words', authors: ['Eve'], hashtags: ['spam'] };
    const hash = await receive(node, bytes, { record });
    await uploadAs(node, 'ann', bytes, 'holiday.txt');
    expect(node.service.get(hash)).toMatchObject({
      uploadedBy: 'ann',
      name: 'holiday.txt',
      title: 'holiday',
      description: '',
      authors: [],
      hashtags: [],
    });
    expect(node.service.page(localContentQuery.parse({ q: 'holiday' })).total).toBe(1);
    expect(node.service.page(localContentQuery.parse({ q: 'far' })).total).toBe(0);
    expect(node.list.page({ limit: 10 }, 'ann').items).toHaveLength(1);
    now += 1000;
    expect(await node.catalogue.removeOwner(hash, 'ann')).toBe(false);
    expect(node.list.page({ limit: 10 }, 'ann').items).toHaveLength(0);
    expect(node.service.get(hash)).toMatchObject({ uploadedBy: networkId, copy: { lastUsedAt: now } });
  });

  it('becomes the owner’s when published', async () => {
    const node = await openContent({ copiesBytes: costOfFile(3000) });
    const hash = await receive(node, bytesOf(3000));
    await node.service.edit(hash, { published: true });
    expect(node.list.page({ limit: 10 }, undefined).items).toHaveLength(1);
    await receive(node, bytesOf(3000));
    expect(node.catalogue.find(hash)).toMatchObject({ uploadedBy: 'owner' });
  });

  it('records its last use to the minute, also after a restart', async () => {
    let now = 1_700_000_000_000;
    const node = await openContent({ clock: () => now });
    const hash = await receive(node, bytesOf(100));
    const use = async () => {
      await node.catalogue.sendTo(new Collector(), node.catalogue.get(hash));
      await node.stop();
      return node.service.get(hash).copy?.lastUsedAt;
    };
    now += 30_000;
    expect(await use()).toBe(now);
    now += 30_000;
    expect(await use()).toBe(now - 30_000);
    now += 60_000;
    expect(await use()).toBe(now);
  });
});

describe('eviction', () => {
  it('removes the least recently used copies, but none that are own, pinned, subscribed or held by users', async () => {
    let now = 1_700_000_000_000;
    const noted: Activity[] = [];
    const node = await openContent({
      copiesBytes: 5 * costOfFile(1000),
      clock: () => now,
      note: (activity) => noted.push(activity),
    });
    const copy = async () => {
      now += 60_000;
      return receive(node, bytesOf(1000));
    };
    const [pinned, subscribed, used, unused, next] = [
      await copy(),
      await copy(),
      await copy(),
      await copy(),
      await copy(),
    ];
    const own = await uploadAs(node, 'owner', bytesOf(1000));
    await node.copies.pin(pinned, true);
    await node.copies.setSubscribed([subscribed, own], true);
    now += 60_000;
    await node.catalogue.sendTo(new Collector(), node.catalogue.get(used));
    const isThere = (hash: Buffer) => node.copies.has(hash);
    const newest = await copy();
    expect([pinned, subscribed, used, unused, next, own, newest].map(isThere)).toEqual([
      true,
      true,
      true,
      false,
      true,
      true,
      true,
    ]);
    expect(await filesIn(node.dataDir)).toHaveLength(6);
    expect(noted).toEqual([
      { kind: 'store', actor: { type: 'node', name: '' }, detail: 'activity.copyRemoved' },
    ]);
    for (const hash of [used, next, newest]) await node.copies.pin(hash, true);
    await expect(copy()).rejects.toMatchObject({
      code: 'insufficient_storage',
      text: { reason: 'storage.copiesQuotaUsed' },
    });
    expect(node.copies.hasSpaceFor(1)).toBe(false);
    await node.copies.pin(next, false);
    expect(node.copies.hasSpaceFor(1000)).toBe(true);
    await copy();
    expect(isThere(next)).toBe(false);
  });

  it('reserves the quota for uploads first', async () => {
    const node = await openContent({ quotaBytes: 3 * costOfFile(1000) });
    const copies = [await receive(node, bytesOf(1000)), await receive(node, bytesOf(1000))];
    await uploadAs(node, 'owner', bytesOf(1000));
    await uploadAs(node, 'owner', bytesOf(1500));
    expect(copies.map((hash) => node.copies.has(hash))).toEqual([false, false]);
    await receive(node, bytesOf(500));
    await expect(uploadAs(node, 'owner', bytesOf(501))).rejects.toMatchObject({
      code: 'insufficient_storage',
    });
    expect(node.catalogue.totals().contentBytes).toBe(3000);
  });

  it('does not remove a copy that is being sent', async () => {
    const node = await openContent({ copiesBytes: 300_000 });
    const hash = await receive(node, bytesOf(200_000));
    const begun = deferred();
    const release = deferred();
    const out = new Writable({
      write(_chunk, _encoding, done) {
        begun.resolve();
        void release.promise.then(() => done());
      },
    });
    const sending = node.catalogue.sendTo(out, node.catalogue.get(hash));
    await begun.promise;
    await expect(receive(node, bytesOf(200_000))).rejects.toMatchObject({ code: 'insufficient_storage' });
    release.resolve();
    await sending;
    await receive(node, bytesOf(200_000));
    expect(node.copies.has(hash)).toBe(false);
  });

  it('does not wait for a copy locked by a task that waits for space', async () => {
    const node = await openContent({ quotaBytes: costOfFile(2000) + costOfFile(3000) });
    const bytes = bytesOf(2000);
    const hash = await receive(node, bytes);
    const other = await receive(node, bytesOf(3000));
    const release = deferred();
    const changing = node.catalogue.exclusively(hash, () => release.promise);
    const removed = node.catalogue.remove(hash);
    const [again, more] = [deferred(), deferred()];
    const stored = uploadAs(node, 'owner', bytes, 'again.txt', again.resolve);
    await again.promise;
    const storedMore = uploadAs(node, 'owner', bytesOf(1000), 'more.txt', more.resolve);
    await more.promise;
    await setImmediate();
    release.resolve();
    await Promise.all([changing, removed, stored, storedMore]);
    expect(node.catalogue.find(hash)).toMatchObject({ uploadedBy: 'owner' });
    expect(node.copies.has(other)).toBe(false);
  });

  it('runs immediately when the limit is lowered', async () => {
    const node = await openContent();
    node.start();
    for (let n = 0; n < 200; n += 1) await receive(node, bytesOf(10));
    await node.eviction.setLimits({ quotaBytes: undefined, copiesBytes: 5.5 * costOfFile(10) });
    expect(node.catalogue.totals()).toEqual({ contents: 5, contentBytes: 50 });
    expect(await filesIn(node.dataDir)).toHaveLength(5);
  });
});

describe('removing an owner', () => {
  it('keeps the content for other owners, and removes the bytes with the last one', async () => {
    const node = await openContent();
    const bytes = bytesOf(3000);
    const hash = await uploadAs(node, 'ann', bytes);
    await uploadAs(node, 'bob', bytes);
    await expect(node.catalogue.removeOwner(hash, 'eve')).rejects.toMatchObject({
      code: 'content_not_found',
    });
    expect(await node.catalogue.removeOwner(hash, 'ann')).toBe(false);
    await expect(node.catalogue.removeOwner(hash, 'ann')).rejects.toMatchObject({
      code: 'content_not_found',
    });
    expect(await node.catalogue.removeOwner(hash, 'bob')).toBe(true);
    expect(await filesIn(node.dataDir)).toEqual([]);
    expect(node.usageOf('bob')).toEqual({ contents: 0, contentBytes: 0, unlisted: 0 });
  });

  it('passes the texts to the next owner, unlisted', async () => {
    let now = 1_700_000_000_000;
    const node = await openContent({ clock: () => (now += 1000) });
    const bytes = bytesOf(3000);
    const hash = await uploadAs(node, 'zoe', bytes);
    await uploadAs(node, 'yan', bytes);
    await uploadAs(node, 'ann', bytes);
    await node.service.editAsOwner('zoe', hash, { title: 'By Zoe', published: true });
    await expect(node.service.editAsOwner('ann', hash, { title: 'By Ann' })).rejects.toThrow(
      expect.objectContaining({ code: 'not_yours' }),
    );
    await expect(node.service.editAsOwner('eve', hash, { title: 'By Eve' })).rejects.toThrow(
      expect.objectContaining({ code: 'content_not_found' }),
    );
    await node.catalogue.removeOwner(hash, 'zoe');
    expect(node.list.page({ limit: 10 }, undefined).items).toHaveLength(0);
    expect(node.usageOf('ann').unlisted).toBe(1);
    expect(await node.service.editAsOwner('yan', hash, { published: true })).toMatchObject({
      uploadedBy: 'yan',
      title: 'By Zoe',
    });
  });
});
