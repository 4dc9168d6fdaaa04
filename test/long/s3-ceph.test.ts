import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { S3Client } from '../../src/platform/blobs/s3/s3-client.ts';
import { conformsToBlobStore } from '../platform/blobs/conformance/conforms-to-blob-store.ts';
import { readAll, sha256Of, storeBytes } from '../platform/blobs/conformance/engine.ts';
import { openS3Store } from '../platform/blobs/s3/open-s3-store.ts';
import { randomBytes } from '../support/random-bytes.ts';
import { type Ceph, missingCeph, startCeph } from '../support/s3/ceph.ts';
import { testBucket } from '../support/s3/strict-s3.ts';

vi.setConfig({ testTimeout: 300_000 });

const missing = missingCeph();
const bucket = () => ({ ...testBucket, endpoint: ceph?.endpoint ?? '' });
let ceph: Ceph | undefined;

describe.skipIf(missing)(`a gateway of Ceph${missing ? ` (skipped: no ${missing})` : ''}`, () => {
  beforeAll(async () => {
    ceph = await startCeph();
  }, 300_000);
  afterAll(() => ceph?.stop());

  conformsToBlobStore({
    name: 'the store in its bucket',
    open: () => openS3Store({ bucket: bucket(), change: changeObject, cacheBytes: 0 }),
  });

  it('refuses bytes that do not match their hash', async () => {
    const client = new S3Client(bucket());
    const bytes = randomBytes(1000);
    const body = (sha256: Buffer) => ({ size: 1000, sha256, read: () => once(bytes) });
    await expect(client.put('wrong', body(sha256Of(randomBytes(1))))).rejects.toMatchObject({ status: 400 });
    expect(await client.size('wrong')).toBeUndefined();
    await client.put('right', body(sha256Of(bytes)));
    expect(await client.size('right')).toBe(1000);
    await client.delete('right');
    expect(await client.get('right', undefined)).toBeUndefined();
    await client.close();
  });

  it('keeps what it acknowledged when its gateway is killed during uploads', async () => {
    const opened = await openS3Store({ bucket: bucket(), change: changeObject, cacheBytes: 0 });
    const kept: { bytes: Buffer; stored: Awaited<ReturnType<typeof storeBytes>> }[] = [];
    const upload = async () => {
      const bytes = randomBytes(700_000);
      kept.push({ bytes, stored: await storeBytes(opened.store, bytes) });
    };
    const uploads = Promise.allSettled(Array.from({ length: 30 }, upload));
    await ceph?.gateway.kill();
    const refused = (await uploads).filter(({ status }) => status === 'rejected');
    for (const one of refused) expect(one).toMatchObject({ reason: { code: 'too_busy' } });
    await ceph?.gateway.start();
    await upload();
    expect(kept.length + refused.length).toBe(31);
    for (const { bytes, stored } of kept) {
      expect((await readAll(opened.store, stored)).equals(bytes)).toBe(true);
    }
    await opened.close();
  });
});

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function changeObject(key: string, change: (bytes: Buffer) => Buffer | undefined): Promise<void> {
  const client = new S3Client(bucket());
  const object = await client.get(key, undefined);
  const bytes = change(Buffer.concat((await object?.body.toArray()) ?? []));
  const body = bytes && { size: bytes.length, sha256: sha256Of(bytes), read: () => once(bytes) };
  await (body ? client.put(key, body) : client.delete(key));
  await client.close();
}
