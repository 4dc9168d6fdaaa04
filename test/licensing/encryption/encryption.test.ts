import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { costPerFile } from '../../../src/core/stored-cost.ts';
import { noChainRecords } from '../../../src/features/content/chain-records.ts';
import { randomBytes } from '../../support/random-bytes.ts';
import { minuteMs, registered, shop, user } from '../support/shop.ts';

describe('a file put up for sale', () => {
  it('is restricted, and the encrypted file takes its texts; a repeated request returns the same file', async () => {
    const { store, encryptions, service, has, publish, isRestricted, keys, licensed } = await shop();
    const plain = await store(randomBytes(1000));
    await service.edit(plain, {
      title: 'Song',
      description: 'By the sea',
      authors: ['Ada'],
      hashtags: ['summer'],
    });
    await publish(plain);
    const [first, second] = await Promise.all([
      encryptions.encrypt(plain, user),
      encryptions.encrypt(plain, user),
    ]);
    expect(second).toEqual(first);
    expect(first).toMatchObject({ contentType: 'audio/mpeg', size: 1200 });
    expect(service.get(first.sha256)).toMatchObject({
      ...{ title: 'Song', description: 'By the sea', authors: ['Ada'], hashtags: ['summer'] },
      ...{ uploadedBy: user, published: false, contentType: 'application/octet-stream' },
    });
    expect([isRestricted(plain), has(plain), service.get(plain).published]).toEqual([true, true, false]);
    expect(keys.find(first.sha256)?.keyHash).toEqual(first.keyHash);
    expect(() => licensed.refuseRestricted(plain)).toThrow(
      expect.objectContaining({ code: 'licence_required' }),
    );
    // The plain file cannot be published.
    for (const hash of [plain, first.sha256]) {
      await expect(service.edit(hash, { published: true })).rejects.toThrow(
        expect.objectContaining({ code: 'order_open' }),
      );
    }
  });

  it('stays restricted when its encryption ends while that of another replica works for it', async () => {
    const { store, encryptions, isEncrypting, db, isRestricted } = await shop();
    const plain = await store(randomBytes(1_000_000));
    const begun = isEncrypting(plain);
    const ended = encryptions.encrypt(plain, user);
    ended.catch(() => {});
    await begun;
    // As another one does when this replica seems to be lost.
    db.prepare("UPDATE sealings SET job = 'of another replica', job_at = 9e15").run();
    await expect(ended).rejects.toMatchObject({ code: 'encrypting' });
    expect([isRestricted(plain), encryptions.find(plain)]).toMatchObject([
      true,
      { encrypted: null, job: 'of another replica' },
    ]);
    expect(encryptions.state(plain)).toMatchObject({ state: 'encrypting', done: 0 });
    await expect(encryptions.encrypt(plain, user)).rejects.toMatchObject({ code: 'encrypting' });
    expect(() => encryptions.checkForSale(Buffer.alloc(32))).toThrow();
  });

  it('leaves no encrypted bytes where their key cannot be stored', async () => {
    const { store, encryptions, catalogue, db, dataDir, isRestricted } = await shop();
    const plain = await store(randomBytes(1000));
    const files = () =>
      readdirSync(dataDir, { recursive: true }).filter((name) => !`${name}`.includes('.db'));
    const before = files();
    db.exec("CREATE TEMP TRIGGER refused BEFORE INSERT ON content_keys BEGIN SELECT RAISE(ABORT, 'no'); END");
    await expect(encryptions.encrypt(plain, user)).rejects.toThrow();
    expect([files(), catalogue.totals().contents, isRestricted(plain)]).toEqual([before, 1, false]);
    db.exec('DROP TRIGGER refused');
    await encryptions.encrypt(plain, user);
    expect(catalogue.totals().contents).toBe(2);
  });

  it('leaves no encrypted bytes where their key was removed before the file was added', async () => {
    const { store, encryptions, catalogue, db, dataDir, isRestricted } = await shop();
    const plain = await store(randomBytes(1000));
    const files = () =>
      readdirSync(dataDir, { recursive: true }).filter((name) => /[0-9a-f]{64}/.test(`${name}`));
    const before = files();
    db.exec('CREATE TEMP TRIGGER removed AFTER INSERT ON content_keys BEGIN DELETE FROM content_keys; END');
    await expect(encryptions.encrypt(plain, user)).rejects.toMatchObject({ code: 'encrypting' });
    expect([files(), catalogue.totals().contents, isRestricted(plain)]).toEqual([before, 1, false]);
    db.exec('DROP TRIGGER removed');
    await encryptions.encrypt(plain, user);
    expect(catalogue.totals().contents).toBe(2);
  });

  it('is removed once its encrypted file is on the chain, unless it has other owners, for whom it stays restricted', async () => {
    for (const other of [undefined, 'user:2']) {
      const { store, encryptions, world, has, isRestricted } = await shop();
      const bytes = randomBytes(1000);
      const plain = await store(bytes);
      if (other) await store(bytes, other);
      const { sha256 } = await encryptions.encrypt(plain, user);
      world.registered.add(sha256.toString('hex'));
      encryptions.reconcile();
      await expect.poll(() => encryptions.ofEncrypted(sha256)?.registeredAt).toBe(world.now);
      expect([has(plain), has(sha256), isRestricted(plain)]).toEqual([other !== undefined, true, true]);
      // Another upload of the same bytes does not lift the restriction.
      await store(bytes, 'user:3');
      expect(isRestricted(plain)).toBe(true);
      // For another chain there is nothing to encrypt again.
      expect((await encryptions.encrypt(plain, user)).sha256).toEqual(sha256);
      await expect(encryptions.encrypt(plain, 'user:3')).rejects.toMatchObject({ code: 'not_yours' });
    }
  });

  it('is encrypted anew for another wallet, but not while an order may register its file', async () => {
    const { store, encryptions, order, world, has, keys } = await shop();
    const plain = await store(randomBytes(1000));
    const [first, second] = ['a', 'b'].map((digit) => ({
      network: 'mainnet',
      wallet: `0:${digit.repeat(64)}`,
    }));
    const nameless = await encryptions.encrypt(plain, user);
    const file = await encryptions.encrypt(plain, user, first);
    expect(await encryptions.encrypt(plain, user, first)).toEqual(file);
    expect(file.size).toBe(nameless.size + '-> alcove.registrant mainnet 0:\n\n'.length + 64);
    expect([has(nameless.sha256), keys.find(nameless.sha256)]).toEqual([false, undefined]);

    world.now += 1000;
    const end = await order(file.sha256);
    expect(await encryptions.encrypt(plain, user, second)).toEqual(file);
    end('expired');
    const other = await encryptions.encrypt(plain, user, second);
    expect(other.sha256.equals(file.sha256)).toBe(false);
    expect([has(file.sha256), has(other.sha256), has(plain)]).toEqual([false, true, true]);
  });

  it('stays when its encrypted file was removed manually before it was on the chain', async () => {
    const { store, encryptions, world, has, isRestricted, catalogue } = await shop();
    const plain = await store(randomBytes(1000));
    const { sha256 } = await encryptions.encrypt(plain, user);
    await catalogue.remove(sha256);
    world.registered.add(sha256.toString('hex'));
    encryptions.reconcile();
    await expect.poll(() => encryptions.ofEncrypted(sha256)?.registeredAt).toBe(world.now);
    expect([has(plain), isRestricted(plain)]).toEqual([true, true]);
  });

  it('stays restricted after the node ended during its encryption, and is encrypted again', async () => {
    const { store, encryptions, isEncrypting, isRestricted, dataDir } = await shop();
    const plain = await store(randomBytes(8_000_000));
    const refused = expect(encryptions.encrypt(plain, user)).rejects.toMatchObject({ code: 'shutting_down' });
    await isEncrypting(plain);
    await encryptions.stop();
    await refused;
    expect(isRestricted(plain)).toBe(true);
    await expect(encryptions.encrypt(plain, user)).rejects.toMatchObject({ code: 'shutting_down' });

    const again = await shop({ dataDir });
    expect(() => again.licensed.refuseRestricted(plain)).toThrow(
      expect.objectContaining({ code: 'encrypting' }),
    );
    expect(again.encryptions.state(plain)).toMatchObject({
      state: 'failed',
      message: { reason: expect.stringMatching(/./) },
    });
    expect(again.has((await again.encryptToEnd(plain)).sha256)).toBe(true);
    expect(again.catalogue.totals().contents).toBe(2);
  });

  it.each(['expired', 'refused'] as const)(
    'is unrestricted as before when the order is %s',
    async (state) => {
      const { store, encryptions, order, publish, has, isRestricted, service, keys, world } = await shop();
      const plain = await store(randomBytes(1000));
      await publish(plain);
      const { sha256 } = await encryptions.encrypt(plain, user);
      world.now += 1000;
      const end = await order(sha256);
      encryptions.reconcile();
      world.now += 60 * minuteMs;
      encryptions.reconcile();
      await encryptions.encrypt(plain, user);
      expect(has(sha256)).toBe(true);
      await expect(encryptions.cancel(plain)).rejects.toMatchObject({ code: 'order_open' });

      world.now += 1000;
      end(state);
      encryptions.reconcile();
      await expect.poll(() => isRestricted(plain)).toBe(false);
      expect([has(plain), has(sha256), service.get(plain).published]).toEqual([true, false, true]);
      expect(keys.find(sha256)).toBeUndefined();
      const again = await encryptions.encrypt(plain, user);
      expect(again.keyHash.equals(sha256)).toBe(false);
    },
  );

  it('without an order is unrestricted after ten minutes', async () => {
    const { store, encryptions, has, isRestricted, world } = await shop();
    const plain = await store(randomBytes(1000));
    const { sha256 } = await encryptions.encrypt(plain, user);
    world.now += 9 * minuteMs;
    encryptions.reconcile();
    await encryptions.encrypt(plain, user);
    world.now += 9 * minuteMs;
    encryptions.reconcile();
    await expect(encryptions.encrypt(plain, user)).resolves.toMatchObject({ sha256 });
    world.now += 11 * minuteMs;
    encryptions.reconcile();
    await expect.poll(() => isRestricted(plain)).toBe(false);
    expect([has(plain), has(sha256)]).toEqual([true, false]);
  });

  it('belongs to the first uploader only: not to later uploaders, holders of a copy, or others', async () => {
    const { store, encryptions, isRestricted } = await shop();
    const bytes = randomBytes(1000);
    const plain = await store(bytes, 'user:2');
    await expect(encryptions.encrypt(plain, user)).rejects.toMatchObject({ code: 'not_yours' });
    await store(bytes);
    await expect(encryptions.encrypt(plain, user)).rejects.toMatchObject({ code: 'not_yours' });
    const copy = await store(randomBytes(1000), 'network');
    await expect(encryptions.encrypt(copy, 'owner')).rejects.toMatchObject({ code: 'not_yours' });
    await expect(encryptions.encrypt(Buffer.alloc(32), user)).rejects.toMatchObject({
      code: 'content_not_found',
    });
    expect([plain, copy].some(isRestricted)).toBe(false);
  });

  it('cannot be sold by anyone when it came from another node, even if uploaded later', async () => {
    const { store, encryptions, isRestricted, copies, publish, service } = await shop();
    const bytes = randomBytes(1000);
    const sha256 = createHash('sha256').update(bytes).digest();
    const arriving = { host: 'http://a.example', contentType: 'audio/mpeg', fileName: 'song.mp3' };
    await copies.receive(sha256, Readable.from([bytes]), {
      ...{ ...arriving, sizeHint: bytes.length, signal: new AbortController().signal },
    });
    for (const holder of [user, 'owner']) {
      await store(bytes, holder);
      await expect(encryptions.encrypt(sha256, holder)).rejects.toMatchObject({
        code: 'not_yours',
        ...(holder === user && { message: expect.stringContaining('another node') }),
      });
    }
    await publish(sha256);
    expect([isRestricted(sha256), service.get(sha256).published]).toEqual([false, true]);
  });

  it('keeps its encrypted file while its registration is pending', async () => {
    const { store, encryptions, order, world } = await shop();
    const plain = await store(randomBytes(1000));
    const { sha256 } = await encryptions.encrypt(plain, user);
    encryptions.checkRemoval(sha256);
    const end = await order(sha256);
    expect(() => encryptions.checkRemoval(sha256)).toThrow(expect.objectContaining({ code: 'order_open' }));
    world.now += 1000;
    end('expired');
    encryptions.checkRemoval(sha256);
  });

  it('that cannot be encrypted is unrestricted, with the reason', async () => {
    const { store, encryptions, isRestricted, publish, service, db } = await shop({
      userQuotaBytes: 2 * costPerFile + 1500,
    });
    const plain = await store(randomBytes(1000));
    await publish(plain);
    await expect(encryptions.encrypt(plain, user)).rejects.toMatchObject({ code: 'insufficient_storage' });
    expect([isRestricted(plain), service.get(plain).published]).toEqual([false, true]);
    expect(encryptions.state(plain)).toMatchObject({
      state: 'failed',
      message: { reason: expect.stringMatching(/./) },
    });
    expect(db.prepare('SELECT count(*) AS n FROM content_keys').get()).toEqual({ n: 0 });
  });

  it('is unrestricted without leftovers when its encryption is stopped', async () => {
    const { store, encryptions, isEncrypting, isRestricted, has, db } = await shop();
    const plain = await store(randomBytes(8_000_000));
    const encryption = encryptions.encrypt(plain, user);
    const refused = expect(encryption).rejects.toMatchObject({ code: 'encrypting' });
    await isEncrypting(plain);
    await encryptions.cancel(plain);
    await refused;
    expect([isRestricted(plain), has(plain), encryptions.state(plain)]).toEqual([false, true, undefined]);
    expect(db.prepare('SELECT count(*) AS n FROM contents').get()).toEqual({ n: 1 });
    await expect(encryptions.cancel(plain)).rejects.toMatchObject({ code: 'content_not_found' });
  });

  it('is unrestricted when it is registered without a price', async () => {
    const { store, encryptions, isRestricted, has, world } = await shop();
    const bytes = randomBytes(1000);
    const plain = await store(bytes);
    const { sha256 } = await encryptions.encrypt(plain, user);
    await encryptions.unrestrict(plain, 'user:2');
    expect(isRestricted(plain)).toBe(true);
    await encryptions.unrestrict(plain, user);
    expect([isRestricted(plain), has(sha256)]).toEqual([false, false]);

    // A content sold on another chain keeps its encrypted file.
    const sold = await encryptions.encrypt(plain, user);
    world.registered.add(sold.sha256.toString('hex'));
    encryptions.reconcile();
    await expect(encryptions.cancel(plain)).rejects.toMatchObject({
      code: expect.stringMatching(/order_open|content_not_found/),
    });
    await expect.poll(() => encryptions.ofEncrypted(sold.sha256)?.registeredAt).toBe(world.now);
    await expect(encryptions.cancel(plain)).rejects.toMatchObject({ code: 'content_not_found' });
    world.registered.clear();
    await encryptions.unrestrict(plain, user);
    expect([isRestricted(plain), has(sold.sha256)]).toEqual([false, true]);
    world.now += 1000;
    await store(bytes);
    await encryptions.encrypt(plain, user);
    await encryptions.cancel(plain);
    expect([isRestricted(plain), has(sold.sha256)]).toEqual([false, true]);
  });
});

describe('access', () => {
  it('of others lasts for the grace period while the chain is unavailable; the owner’s is unlimited', async () => {
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
    const encrypted = Buffer.alloc(32);
    knownUntil = world.now;
    world.now += hourMs;
    expect(['owner', user, 'user:2'].map((holder) => rights.has(encrypted, holder))).toEqual([
      true,
      true,
      false,
    ]);
    world.now += 1;
    expect(rights.has(encrypted, 'owner')).toBe(true);
    expect(() => rights.has(encrypted, user)).toThrow(expect.objectContaining({ code: 'chain_unavailable' }));
    expect(rights.has(encrypted, 'user:2')).toBe(false);
    knownUntil = undefined;
    expect(rights.has(encrypted, user)).toBe(true);
  });

  it('of others is not denied by a node that does not follow a chain at the moment', async () => {
    const { rights } = await shop({ chain: { ...noChainRecords, knownUntil: () => 0 } });
    const encrypted = Buffer.alloc(32);
    expect(() => rights.has(encrypted, user)).toThrow(expect.objectContaining({ code: 'chain_unavailable' }));
    expect(rights.has(encrypted, 'owner')).toBe(false);
  });
});
