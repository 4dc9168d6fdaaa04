import { onTestFinished } from 'vitest';
import { startStrictS3, testBucket } from '../../../support/s3/strict-s3.ts';
import { changeIn, openS3Store } from '../s3/open-s3-store.ts';
import { conformsToBlobStore } from './conforms-to-blob-store.ts';

// Without local copies, so that everything is read from the bucket.
conformsToBlobStore({
  name: 'the store in a bucket',
  open: async () => {
    const { endpoint, objects, close } = await startStrictS3();
    onTestFinished(close);
    return openS3Store({ bucket: { ...testBucket, endpoint }, change: changeIn(objects), cacheBytes: 0 });
  },
});
