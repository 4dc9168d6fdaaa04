import { onTestFinished } from 'vitest';
import { startFaultProxy } from '../../../support/s3/fault-proxy.ts';
import { startStrictS3, testBucket } from '../../../support/s3/strict-s3.ts';
import { changeIn, openS3Store, type S3StoreOptions } from './open-s3-store.ts';

export const dayMs = 24 * 60 * 60 * 1000;

/** Starts a store without a cache whose requests pass a proxy that spoils them, until the test is over. */
export async function startFaultyStore(options: Partial<S3StoreOptions> = {}) {
  const s3 = await startStrictS3();
  const proxy = await startFaultProxy(s3.endpoint);
  const bucket = { ...testBucket, endpoint: proxy.endpoint };
  const opened = await openS3Store({ bucket, change: changeIn(s3.objects), cacheBytes: 0, ...options });
  onTestFinished(async () => {
    await opened.close();
    await proxy.close();
    await s3.close();
  });
  return { ...opened, s3, proxy };
}
