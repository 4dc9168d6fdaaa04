/** Stores one content; the test reads its output, and kills it while it stores two others. */
import { DiskBlobStore } from '../../../../src/platform/blobs/store/disk-blob-store.ts';
import { randomBytes } from '../../../support/random-bytes.ts';

const store = new DiskBlobStore({ dataDir: process.argv[2] ?? '' });
await store.open();

async function* endless() {
  for (let sent = 0; ; sent += 65_536) {
    yield randomBytes(65_536);
    if (sent === 100 * 65_536) process.stdout.write('writing\n');
  }
}

async function* once() {
  yield randomBytes(1_000_000);
}

const stored = await store.write(once(), { maxBytes: 1_000_000 });
await stored.commit();
process.stdout.write(`${stored.sha256.toString('hex')}\n`);
await store.write(once(), { maxBytes: 1_000_000 });
await store.write(endless(), { maxBytes: Number.MAX_SAFE_INTEGER });
