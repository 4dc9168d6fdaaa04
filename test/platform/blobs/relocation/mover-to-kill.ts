/**
 * Moves a store in use and prints what it has acknowledged; the test reads this output and kills the process.
 * Arguments: the data folder, the target folder (empty for the data folder), the number of safe bytes of the
 * upload.
 */
import { DiskBlobStore } from '../../../../src/platform/blobs/store/disk-blob-store.ts';
import { randomBytes } from '../../../support/random-bytes.ts';
import { inChunks } from '../support/temporary-store.ts';
import { uploadBytes } from './killed-moves.ts';

const [dataDir = '', wanted = '', safe = '0'] = process.argv.slice(2);
const store = new DiskBlobStore({ dataDir });
await store.open();
await store.mover.start(wanted === '' ? null : wanted);
process.stdout.write('moving\n');

const maxBytes = uploadBytes.length;
const partSize = 100_000;

async function storeSome() {
  for (let count = 0; count < 4; count += 1) {
    const staged = await store.write(inChunks(randomBytes(200_000), 50_000), { maxBytes });
    await staged.commit();
    process.stdout.write(`stored ${staged.sha256.toString('hex')}\n`);
  }
}

async function appendOnAndOn(start: number) {
  if (start + partSize > maxBytes) return;
  const part = inChunks(uploadBytes.subarray(start, start + partSize), 30_000);
  const { size } = await store.partials.append('upload', part, { start, maxBytes });
  process.stdout.write(`safe ${size}\n`);
  await appendOnAndOn(size);
}

await Promise.all([storeSome(), appendOnAndOn(Number(safe))]);
// Runs until it is killed.
setInterval(() => {}, 1_000_000);
