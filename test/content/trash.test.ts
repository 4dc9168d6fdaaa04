import { describe, expect, it } from 'vitest';
import { localContentQuery } from '../../src/contract/dashboard-api/library/content-lists.ts';
import { costOfFile } from '../../src/core/stored-cost.ts';
import { Collector } from '../platform/blobs/support/temporary-store.ts';
import { receive, uploadAs } from '../storage/copies.ts';
import { randomBytes } from '../support/random-bytes.ts';
import { openContent } from './open-content.ts';

const day = 24 * 60 * 60 * 1000;
const notFound = { code: 'content_not_found' };

async function read(node: Awaited<ReturnType<typeof openContent>>, sha256: Buffer): Promise<Buffer> {
  const out = new Collector();
  await node.catalogue.sendTo(out, node.catalogue.get(sha256));
  return out.bytes;
}

describe('the trash', () => {
  it('hides a content everywhere, and restores it as it was', async () => {
    const node = await openContent();
    const bytes = randomBytes(3000);
    const hash = await uploadAs(node, 'owner', bytes, 'song.txt');
    await uploadAs(node, 'ann', bytes);
    await node.service.edit(hash, { title: 'Song', authors: ['Ada'], hashtags: ['sea'], published: true });
    const before = node.service.get(hash);

    await node.trash.add(hash);
    expect(node.trash.has(hash)).toBe(true);
    expect(() => node.catalogue.get(hash)).toThrow(expect.objectContaining(notFound));
    expect(() => node.service.get(hash)).toThrow(expect.objectContaining(notFound));
    for (const viewer of [undefined, 'owner', 'ann']) {
      expect(node.list.page({ limit: 10 }, viewer)).toMatchObject({ items: [], total: 0 });
    }
    for (const q of ['', 'song', 'so']) {
      expect(node.service.page(localContentQuery.parse({ q }))).toMatchObject({ items: [], total: 0 });
    }
    await expect(node.catalogue.removeOwner(hash, 'ann')).rejects.toMatchObject(notFound);
    await expect(node.trash.add(hash)).rejects.toMatchObject(notFound);
    expect(node.usageOf('ann').contents).toBe(0);

    await node.trash.restore(hash);
    expect(node.service.get(hash)).toEqual(before);
    expect(await read(node, hash)).toEqual(bytes);
    expect(node.list.page({ limit: 10, q: 'song', hashtag: 'sea' }, undefined).total).toBe(1);
    for (const user of ['owner', 'ann']) expect(node.usageOf(user).contents).toBe(1);
    await expect(node.trash.restore(hash)).rejects.toMatchObject(notFound);
  });

  it('survives a restart and the search for files without a row', async () => {
    const node = await openContent();
    const bytes = randomBytes(2000);
    const hash = await uploadAs(node, 'owner', bytes);
    await node.trash.add(hash);
    expect(await node.check.removeOrphans()).toBe(0);
    await node.trash.restore(hash);
    expect(await read(node, hash)).toEqual(bytes);
  });

  it('gives back what somebody adds again; unlisted, unless the owner of the node does', async () => {
    const node = await openContent();
    const bytes = randomBytes(2000);
    const hash = await uploadAs(node, 'owner', bytes);
    await node.service.edit(hash, { title: 'Song', published: true });
    await node.trash.add(hash);
    await uploadAs(node, 'ann', bytes);
    expect(node.service.get(hash)).toMatchObject({ title: 'Song', uploadedBy: 'owner', published: false });
    expect(node.usageOf('ann').contents).toBe(1);
    await node.service.edit(hash, { published: true });
    await node.trash.add(hash);
    await uploadAs(node, 'owner', bytes);
    expect(node.service.get(hash)).toMatchObject({ title: 'Song', published: true });
    expect(node.trash.has(hash)).toBe(false);
  });

  it('keeps contents for 30 days', async () => {
    let now = 100 * day;
    const node = await openContent({ clock: () => now });
    const first = await uploadAs(node, 'owner', randomBytes(1000));
    const second = await uploadAs(node, 'owner', randomBytes(1000));
    await node.trash.add(first);
    now += day;
    await node.trash.add(second);
    now += 29 * day;
    await node.trash.purgeExpired();
    expect([first, second].map((hash) => node.trash.has(hash))).toEqual([true, true]);
    now += 1;
    await node.trash.purgeExpired();
    expect([first, second].map((hash) => node.trash.has(hash))).toEqual([false, true]);
    await expect(node.trash.restore(first)).rejects.toMatchObject(notFound);
    expect(await node.blobs.verify(first, {})).toMatchObject({ ok: false });
    expect(node.trash.purgeAt(100 * day)).toBe(130 * day);
  });

  it('is emptied page by page, with the covers of others', async () => {
    const node = await openContent();
    const hashes = await Promise.all(
      Array.from({ length: 150 }, () => uploadAs(node, 'owner', randomBytes(50))),
    );
    const [cover, song, ...rest] = hashes as [Buffer, Buffer, ...Buffer[]];
    node.db.prepare('UPDATE contents SET cover = ? WHERE sha256 = ?').run(cover, song);
    await Promise.all([cover, ...rest].map((hash) => node.trash.add(hash)));
    expect(node.service.get(song).cover).toEqual(cover);
    expect(await node.trash.empty()).toBe(149);
    expect(node.trash.page({ q: '', skip: 0, limit: 10 })).toEqual({
      items: [],
      nextCursor: null,
      topCursor: null,
      total: 0,
    });
    expect(node.service.get(song).cover).toBeNull();
    expect(node.storeUsage.used()).toMatchObject({ own: { contents: 1 }, trash: { contents: 0, bytes: 0 } });
  });

  it('is searched by name, title, artist and album, also with words too short for the index', async () => {
    const node = await openContent();
    const store = async (name: string) => {
      const hash = await uploadAs(node, 'owner', randomBytes(20), name);
      await node.trash.add(hash);
      return hash;
    };
    const song = await store('Июньский вечер.mp3');
    await store('ju100%.txt');
    await store('june.txt');
    const kept = await uploadAs(node, 'owner', randomBytes(20), 'june, kept.txt');
    node.db
      .prepare(
        `INSERT INTO content_media (sha256, state, maker, made_at, artist, has_waveform)
         VALUES (?, 'made', 1, 0, 'Nó', 0)`,
      )
      .run(song);
    const find = (q: string, limit = 10, skip = 0) => {
      const { items, total } = node.trash.page({ q, skip, limit });
      return { names: items.map(({ name }) => name), total };
    };
    expect(find('JUNE')).toEqual({ names: ['june.txt'], total: 1 });
    expect(find('июньск')).toEqual({ names: ['Июньский вечер.mp3'], total: 1 });
    expect(find('ju')).toEqual({ names: ['june.txt', 'ju100%.txt'], total: 2 });
    expect(find('ju', 1, 1)).toEqual({ names: ['ju100%.txt'], total: 2 });
    expect(find('0%')).toEqual({ names: ['ju100%.txt'], total: 1 });
    expect(find('nó')).toEqual({ names: ['Июньский вечер.mp3'], total: 1 });
    expect(find('"')).toEqual({ names: [], total: 0 });
    await node.trash.add(kept);
    expect(find('june').total).toBe(2);
    await node.trash.restore(kept);
    expect(find('june').total).toBe(1);
  });

  it('lists what was deleted last first', async () => {
    let now = day;
    const node = await openContent({ clock: () => now });
    const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'];
    for (const name of names) {
      const hash = await uploadAs(node, 'owner', randomBytes(20), name);
      await node.trash.add(hash);
      now += 1;
    }
    const listed = (query: { cursor?: string | undefined; skip?: number }) => {
      const page = node.trash.page({ q: '', skip: 0, limit: 2, ...query });
      return { ...page, names: page.items.map(({ name }) => name) };
    };
    const first = listed({});
    expect(first).toMatchObject({ names: ['e.txt', 'd.txt'], total: 5 });
    expect(listed({ cursor: first.nextCursor ?? '' }).names).toEqual(['c.txt', 'b.txt']);
    expect(listed({ cursor: first.topCursor ?? '', skip: 3 }).names).toEqual(['b.txt', 'a.txt']);
    expect(() => listed({ cursor: 'other' })).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });
});

describe('space for a new file', () => {
  const size = 10_000;
  const bytes = () => randomBytes(size);

  it('is made from the trash first, the oldest first; then from copies', async () => {
    const node = await openContent({ quotaBytes: costOfFile(size) * 4 });
    const own = await uploadAs(node, 'owner', bytes());
    const [older, newer] = [await uploadAs(node, 'owner', bytes()), await uploadAs(node, 'owner', bytes())];
    const copy = await receive(node, bytes());
    await node.trash.add(older);
    await node.trash.add(newer);
    const places = () => ({
      copy: node.catalogue.find(copy) !== undefined,
      trashed: [older, newer].map((hash) => node.trash.has(hash)),
    });
    await uploadAs(node, 'owner', bytes());
    expect(places()).toEqual({ copy: true, trashed: [false, true] });
    await uploadAs(node, 'owner', bytes());
    expect(places()).toEqual({ copy: true, trashed: [false, false] });
    await uploadAs(node, 'owner', bytes());
    expect(places()).toEqual({ copy: false, trashed: [false, false] });
    await expect(uploadAs(node, 'owner', bytes())).rejects.toMatchObject({ code: 'insufficient_storage' });
    expect(node.catalogue.find(own)).toBeDefined();
  });

  it('is not made from the trash for a copy', async () => {
    const node = await openContent({ quotaBytes: costOfFile(size) * 2 });
    const hashes = [await uploadAs(node, 'owner', bytes()), await uploadAs(node, 'owner', bytes())];
    for (const hash of hashes) await node.trash.add(hash);
    await expect(receive(node, bytes())).rejects.toMatchObject({ code: 'insufficient_storage' });
    expect(hashes.map((hash) => node.trash.has(hash))).toEqual([true, true]);
  });

  it('is freed on a full disk by deleting copies and the trash', async () => {
    const node = await openContent();
    const hashes = [await uploadAs(node, 'owner', bytes()), await uploadAs(node, 'owner', bytes())];
    const copy = await receive(node, bytes());
    for (const hash of hashes) await node.trash.add(hash);
    expect(node.eviction.freeable).toBe(3 * size);
    await node.eviction.freeDisk(size);
    expect(hashes.map((hash) => node.trash.has(hash))).toEqual([false, true]);
    await node.eviction.freeDisk(2 * size);
    expect(node.trash.has(hashes[1] as Buffer)).toBe(false);
    expect(node.catalogue.find(copy)).toBeUndefined();
  });
});
