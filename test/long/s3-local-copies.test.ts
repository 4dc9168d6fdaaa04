import { onTestFinished } from 'vitest';
import { conformsToBlobStore } from '../platform/blobs/conformance/conforms-to-blob-store.ts';
import { changeIn, openS3Store } from '../platform/blobs/s3/open-s3-store.ts';
import { startStrictS3, testBucket } from '../support/s3/strict-s3.ts';

conformsToBlobStore({
  name: 'the store in a bucket with local copies',
  open: async () => {
    const { endpoint, objects, close } = await startStrictS3();
    onTestFinished(close);
    return openS3Store({ bucket: { ...testBucket, endpoint }, change: changeIn(objects) });
  },
});
