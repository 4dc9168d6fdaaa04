import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { randomBytes } from '../support/random-bytes.ts';
import { smallDisk } from '../support/small-disk.ts';
import { shop, user } from './support/shop.ts';

const disk = smallDisk(24);

it.skipIf(disk.missing)(
  'reports a sale prevented by a full disk, and keeps the file unrestricted',
  async () => {
    const dataDir = join(disk.path, 'node');
    mkdirSync(dataDir);
    const { store, publish, encryptions, isRestricted, service } = await shop({ dataDir });
    const [large, small] = [await store(randomBytes(13_500_000)), await store(randomBytes(2_000_000))];
    await publish(large);
    await expect(encryptions.encrypt(large, user)).rejects.toMatchObject({ code: 'insufficient_storage' });
    expect([isRestricted(large), service.get(large).published]).toEqual([false, true]);

    // To the last byte, so that not even the end of the restriction can be stored.
    const filler = join(disk.path, 'filler');
    expect(() => {
      for (;;) writeFileSync(filler, randomBytes(16 * 1024), { flag: 'a' });
    }).toThrow('ENOSPC');
    await expect(encryptions.encrypt(small, user)).rejects.toMatchObject({ code: 'insufficient_storage' });
    expect(isRestricted(small)).toBe(false);
    rmSync(filler);
    expect(await encryptions.encrypt(small, user)).toMatchObject({ size: 2_000_680 });
  },
);
