import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { costPerFile } from '../../../src/core/stored-cost.ts';
import { noChainRecords } from '../../../src/features/content/chain-records.ts';
import { unique } from '../support/seller.ts';
import { minuteMs, registered, shop, user } from '../support/shop.ts';

describe('a file that is put up for sale', () => {
  it('is closed, and takes its words along; asked again it is the same encrypted file', async () => {
    const { store, sealings, desk, has, publish, isClosed, keys, licensed } = await shop();
    const plain = await store(unique(1000));
    await desk.edit(plain, {
      title: 'Song',
      description: 'By the sea',
      authors: ['Ada'],
      hashtags: ['summer'],
    });
    await publish(plain);
    const [first, second] = await Promise.all([sealings.seal(plain, user), sealings.seal(plain, user)]);
    expect(second).toEqual(first);
    expect(first).toMatchObject({ contentType: 'audio/mpeg', size: 1200 });
    expect(desk.get(first.sha256)).toMatchObject({
      ...{ title: 'Song', description: 'By the sea', authors: ['Ada'], hashtags: ['summer'] },
      ...{ uploadedBy: user, published: false, contentType: 'application/octet-stream' },
    });
    expect([isClosed(plain), has(plain), desk.get(plain).published]).toEqual([true, true, false]);
    expect(keys.find(first.sha256)?.keyHash).toEqual(first.keyHash);
    expect(() => licensed.refuseClosed(plain)).toThrow(expect.objectContaining({ code: 'licence_required' }));
    // Nobody publishes around it.
    for (const hash of [plain, first.sha256]) {
      await expect(desk.edit(hash, { published: true })).rejects.toThrow(
        expect.objectContaining({ code: 'order_open' }),
      );
    }
  });

  it('goes once its encrypted file is on the chain, unless others hold it, for whom it stays closed', async () => {
    for (const other of [undefined, 'user:2']) {
      const { store, sealings, world, has, isClosed } = await shop();
      const bytes = unique(1000);
      const plain = await store(bytes);
      if (other) await store(bytes, other);
      const { sha256 } = await sealings.seal(plain, user);
      world.registered.add(sha256.toString('hex'));
      sealings.settle();
      await expect.poll(() => sealings.ofSealed(sha256)?.registeredAt).toBe(world.now);
      expect([has(plain), has(sha256), isClosed(plain)]).toEqual([other !== undefined, true, true]);
      // Whoever uploads the same bytes again does not open them.
      await store(bytes, 'user:3');
      expect(isClosed(plain)).toBe(true);
      // For another chain there is nothing to encrypt again.
      expect((await sealings.seal(plain, user)).sha256).toEqual(sha256);
      await expect(sealings.seal(plain, 'user:3')).rejects.toMatchObject({ code: 'not_yours' });
    }
  });

  it('stays when its encrypted file was removed by hand before that was on the chain', async () => {
    const { store, sealings, world, has, isClosed, catalogue } = await shop();
    const plain = await store(unique(1000));
    const { sha256 } = await sealings.seal(plain, user);
    await catalogue.remove(sha256);
    world.registered.add(sha256.toString('hex'));
    sealings.settle();
    await expect.poll(() => sealings.ofSealed(sha256)?.registeredAt).toBe(world.now);
    expect([has(plain), isClosed(plain)]).toEqual([true, true]);
  });

  it('whose encryption is broken off by the end of the node stays closed, and begins anew', async () => {
    const { store, sealings, isSealing, isClosed, dataDir } = await shop();
    const plain = await store(unique(8_000_000));
    const refused = expect(sealings.seal(plain, user)).rejects.toMatchObject({ code: 'shutting_down' });
    await isSealing(plain);
    await sealings.stop();
    await refused;
    expect(isClosed(plain)).toBe(true);
    await expect(sealings.seal(plain, user)).rejects.toMatchObject({ code: 'shutting_down' });

    const again = await shop({ dataDir });
    expect(() => again.licensed.refuseClosed(plain)).toThrow(expect.objectContaining({ code: 'encrypting' }));
    expect(again.sealings.state(plain)).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/./),
    });
    expect(again.has((await again.sealings.seal(plain, user)).sha256)).toBe(true);
    expect(again.catalogue.totals().contents).toBe(2);
  });

  it.each(['expired', 'refused'] as const)('is open again as it was when the order is %s', async (state) => {
    const { store, sealings, order, publish, has, isClosed, desk, keys, world } = await shop();
    const plain = await store(unique(1000));
    await publish(plain);
    const { sha256 } = await sealings.seal(plain, user);
    world.now += 1000;
    const end = order(sha256);
    sealings.settle();
    world.now += 60 * minuteMs;
    sealings.settle();
    await sealings.seal(plain, user);
    expect(has(sha256)).toBe(true);
    await expect(sealings.cancel(plain)).rejects.toMatchObject({ code: 'order_open' });

    world.now += 1000;
    end(state);
    sealings.settle();
    await expect.poll(() => isClosed(plain)).toBe(false);
    expect([has(plain), has(sha256), desk.get(plain).published]).toEqual([true, false, true]);
    expect(keys.find(sha256)).toBeUndefined();
    const again = await sealings.seal(plain, user);
    expect(again.keyHash.equals(sha256)).toBe(false);
  });

  it('for which nothing was ordered is open again after ten minutes', async () => {
    const { store, sealings, has, isClosed, world } = await shop();
    const plain = await store(unique(1000));
    const { sha256 } = await sealings.seal(plain, user);
    world.now += 9 * minuteMs;
    sealings.settle();
    await sealings.seal(plain, user);
    world.now += 9 * minuteMs;
    sealings.settle();
    await expect(sealings.seal(plain, user)).resolves.toMatchObject({ sha256 });
    world.now += 11 * minuteMs;
    sealings.settle();
    await expect.poll(() => isClosed(plain)).toBe(false);
    expect([has(plain), has(sha256)]).toEqual([true, false]);
  });

  it('is the first uploader’s only: not that of who came later, of a copy, or of strangers', async () => {
    const { store, sealings, isClosed } = await shop();
    const bytes = unique(1000);
    const plain = await store(bytes, 'user:2');
    await expect(sealings.seal(plain, user)).rejects.toMatchObject({ code: 'not_yours' });
    await store(bytes);
    await expect(sealings.seal(plain, user)).rejects.toMatchObject({ code: 'not_yours' });
    const copy = await store(unique(1000), 'network');
    await expect(sealings.seal(copy, 'owner')).rejects.toMatchObject({ code: 'not_yours' });
    await expect(sealings.seal(Buffer.alloc(32), user)).rejects.toMatchObject({ code: 'content_not_found' });
    expect([plain, copy].some(isClosed)).toBe(false);
  });

  it('is nobody’s where it came from another node, whoever uploads the same bytes then', async () => {
    const { store, sealings, isClosed, copies, publish, desk } = await shop();
    const bytes = unique(1000);
    const sha256 = createHash('sha256').update(bytes).digest();
    const arriving = { host: 'http://a.example', contentType: 'audio/mpeg', fileName: 'song.mp3' };
    await copies.receive(sha256, Readable.from([bytes]), {
      ...{ ...arriving, sizeHint: bytes.length, signal: new AbortController().signal },
    });
    for (const holder of [user, 'owner']) {
      await store(bytes, holder);
      await expect(sealings.seal(sha256, holder)).rejects.toMatchObject({
        code: 'not_yours',
        ...(holder === user && { message: expect.stringContaining('another node') }),
      });
    }
    publish(sha256);
    expect([isClosed(sha256), desk.get(sha256).published]).toEqual([false, true]);
  });

  it('keeps its encrypted file while that is on its way to the chain', async () => {
    const { store, sealings, order, world } = await shop();
    const plain = await store(unique(1000));
    const { sha256 } = await sealings.seal(plain, user);
    sealings.checkRemoval(sha256);
    const end = order(sha256);
    expect(() => sealings.checkRemoval(sha256)).toThrow(expect.objectContaining({ code: 'order_open' }));
    world.now += 1000;
    end('expired');
    sealings.checkRemoval(sha256);
  });

  it('that cannot be encrypted is open again, with words', async () => {
    const { store, sealings, isClosed, publish, desk, db } = await shop({
      userQuotaBytes: 2 * costPerFile + 1500,
    });
    const plain = await store(unique(1000));
    await publish(plain);
    await expect(sealings.seal(plain, user)).rejects.toMatchObject({ code: 'insufficient_storage' });
    expect([isClosed(plain), desk.get(plain).published]).toEqual([false, true]);
    expect(sealings.state(plain)).toMatchObject({ state: 'failed', message: expect.stringMatching(/./) });
    expect(db.prepare('SELECT count(*) AS n FROM content_keys').get()).toEqual({ n: 0 });
  });

  it('whose encryption is stopped is open again, and nothing is left of it', async () => {
    const { store, sealings, isSealing, isClosed, has, db } = await shop();
    const plain = await store(unique(8_000_000));
    const sealing = sealings.seal(plain, user);
    const refused = expect(sealing).rejects.toMatchObject({ code: 'encrypting' });
    await isSealing(plain);
    await sealings.cancel(plain);
    await refused;
    expect([isClosed(plain), has(plain), sealings.state(plain)]).toEqual([false, true, undefined]);
    expect(db.prepare('SELECT count(*) AS n FROM contents').get()).toEqual({ n: 1 });
    await expect(sealings.cancel(plain)).rejects.toMatchObject({ code: 'content_not_found' });
  });

  it('is open again when it is registered without a price after all', async () => {
    const { store, sealings, isClosed, has, world } = await shop();
    const bytes = unique(1000);
    const plain = await store(bytes);
    const { sha256 } = await sealings.seal(plain, user);
    await sealings.unseal(plain, 'user:2');
    expect(isClosed(plain)).toBe(true);
    await sealings.unseal(plain, user);
    expect([isClosed(plain), has(sha256)]).toEqual([false, false]);

    // What was sold on another chain keeps its encrypted file.
    const sold = await sealings.seal(plain, user);
    world.registered.add(sold.sha256.toString('hex'));
    sealings.settle();
    await expect(sealings.cancel(plain)).rejects.toMatchObject({
      code: expect.stringMatching(/order_open|content_not_found/),
    });
    await expect.poll(() => sealings.ofSealed(sold.sha256)?.registeredAt).toBe(world.now);
    await expect(sealings.cancel(plain)).rejects.toMatchObject({ code: 'content_not_found' });
    world.registered.clear();
    await sealings.unseal(plain, user);
    expect([isClosed(plain), has(sold.sha256)]).toEqual([false, true]);
    world.now += 1000;
    await store(bytes);
    await sealings.seal(plain, user);
    await sealings.cancel(plain);
    expect([isClosed(plain), has(sold.sha256)]).toEqual([false, true]);
  });
});

describe('a right', () => {
  it('of others holds for the grace while the chain cannot be asked; that of the owner without end', async () => {
    const hourMs = 60 * minuteMs;
    let knownUntil: number | undefined;
    const { rights, world } = await shop({
      graceSeconds: () => 3600,
      chain: {
        ...noChainRecords,
        byFile: () => registered,
        holds: (_, holder) => holder !== 'user:2',
        knownUntil: () => knownUntil,
      },
    });
    const sealed = Buffer.alloc(32);
    knownUntil = world.now;
    world.now += hourMs;
    expect(['owner', user, 'user:2'].map((holder) => rights.has(sealed, holder))).toEqual([
      true,
      true,
      false,
    ]);
    world.now += 1;
    expect(rights.has(sealed, 'owner')).toBe(true);
    expect(() => rights.has(sealed, user)).toThrow(expect.objectContaining({ code: 'chain_unavailable' }));
    expect(rights.has(sealed, 'user:2')).toBe(false);
    knownUntil = undefined;
    expect(rights.has(sealed, user)).toBe(true);
  });

  it('of others is not denied by a node that follows no chain at the moment', async () => {
    const { rights } = await shop({ chain: { ...noChainRecords, knownUntil: () => 0 } });
    const sealed = Buffer.alloc(32);
    expect(() => rights.has(sealed, user)).toThrow(expect.objectContaining({ code: 'chain_unavailable' }));
    expect(rights.has(sealed, 'owner')).toBe(false);
  });
});
