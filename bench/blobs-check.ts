import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DiskBlobStore } from '../src/platform/blobs/store/disk-blob-store.ts';
import { generated } from './blobs-source.ts';
import { blobPath } from './lib/blob-files.ts';
import { interleave, type Measurement, measure } from './lib/measure.ts';
import { diskReads } from './lib/process-usage.ts';
import type { Report } from './lib/report.ts';
import type { Workbench } from './lib/workbench.ts';

const size = 1024 ** 3;

/** Measures verifying 1 GiB from the disk, past the system's cache, against the same work through the cache. */
export async function run(bench: Workbench, report: Report): Promise<void> {
  const dataDir = bench.folder('store');
  const store = new DiskBlobStore({ dataDir });
  await store.open();
  const { sha256, commit } = await store.write(generated(size), { maxBytes: size });
  await commit();
  const path = join(dataDir, 'blobs', blobPath(sha256.toString('hex')));
  const verify = () => store.verify(sha256);
  const rounds = await interleave(
    { rounds: 5, warmUp: true, budgetMs: 60_000 },
    {
      store: () => speedFromDisk(path, verify),
      cached: () => speedFromDisk(path, () => hashPlainly(path)),
    },
  );
  await hashPlainly(path);
  const before = diskReads(process.pid);
  await verify();
  const read = (diskReads(process.pid) - before) / 1e6;
  await store.close();

  report.server('blob store, past the cache', rounds.store, 'MB/s');
  report.server('through the cache', rounds.cached, 'MB/s');
  report.ratio('past the cache / through it', rounds.store, rounds.cached);
  report.goal('read from the disk if cached', read, 'MB', { sign: '≥', bound: size / 1e6 });
}

/** Returns the MB/s of hashing a file that the system has not cached. */
function speedFromDisk(path: string, hash: () => Promise<unknown>): Promise<Measurement> {
  // With a count of 0, dd copies nothing, but drops the cached bytes of the file.
  execFileSync('dd', ['if=/dev/null', `of=${path}`, 'count=0', 'oflag=nocache', 'conv=notrunc,fdatasync'], {
    stdio: 'ignore',
  });
  return measure(process.pid, async () => {
    const started = performance.now();
    await hash();
    return { rate: size / 1e3 / (performance.now() - started), requests: 1 };
  });
}

async function hashPlainly(path: string): Promise<void> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafeSlow(512 * 1024);
  const file = await open(path);
  for (let done = 0; done < size; ) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, done);
    hash.update(buffer.subarray(0, bytesRead));
    done += bytesRead;
  }
  await file.close();
}
