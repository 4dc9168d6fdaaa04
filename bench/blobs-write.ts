import { createHash } from 'node:crypto';
import { closeSync, createWriteStream, fsyncSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { DiskBlobStore } from '../src/platform/blobs/store/disk-blob-store.ts';
import { generated } from './blobs-source.ts';
import { interleave, type Measurement, measure, ratio } from './lib/measure.ts';
import { peakMemory } from './lib/process-usage.ts';
import type { Report } from './lib/report.ts';
import { sha256Speed } from './lib/sha256-speed.ts';
import type { Workbench } from './lib/workbench.ts';

const mib = 1024 ** 2;
const size = 1024 * mib;

/** Measures storing 1 GiB in the blob store, without HTTP, against the limits of the processor and the disk. */
export async function run(bench: Workbench, report: Report): Promise<void> {
  const store = new DiskBlobStore({ dataDir: bench.folder('store') });
  await store.open();
  const folder = bench.folder('others');
  const rounds = await interleave(
    { rounds: 5, budgetMs: 50_000 },
    {
      hash: async () => sha256Speed() / 1e6,
      disk: () => speed(async () => writePlainly(join(folder, 'plain'))),
      pipeline: () => speed(() => writeByPipeline(folder)),
      store: () =>
        speed(async () => {
          const staged = await store.write(generated(size), { maxBytes: size });
          await staged.commit();
          return () => store.delete(staged.sha256);
        }),
    },
  );
  await store.close();

  const rates = (measurements: Measurement[]) => measurements.map(({ rate }) => rate);
  report.figure('SHA-256 by itself', rounds.hash, 'MB/s');
  report.server('write and fsync by themselves', rounds.disk, 'MB/s');
  report.server('stream pipeline', rounds.pipeline, 'MB/s');
  report.server('blob store', rounds.store, 'MB/s');
  report.figure('stream pipeline / SHA-256', [ratio(rates(rounds.pipeline), rounds.hash)], '×');
  const ofHash = ratio(rates(rounds.store), rounds.hash);
  report.goal('blob store / SHA-256', ofHash, '×', { sign: '≥', bound: 0.85 });
  report.ratio('blob store / write and fsync', rounds.store, rounds.disk);
  report.ratio('blob store / stream pipeline', rounds.store, rounds.pipeline);
  for (const bytes of [64 * mib, size]) {
    const peak = await memoryFor(bench, bytes);
    report.goal(`memory for ${bytes / mib} MiB, from source`, peak, 'MiB', { sign: '≤', bound: 130 });
  }
}

/** Returns the MB/s of storing `size` bytes. @param storing resolves with a function that removes them */
async function speed(storing: () => Promise<() => unknown>): Promise<Measurement> {
  let remove = (): unknown => undefined;
  const result = await measure(process.pid, async () => {
    const started = performance.now();
    remove = await storing();
    return { rate: size / 1e3 / (performance.now() - started), requests: 1 };
  });
  await remove();
  return result;
}

function writePlainly(path: string): () => void {
  const piece = Buffer.alloc(512 * 1024, 1);
  const fd = openSync(path, 'w');
  for (let done = 0; done < size; done += piece.length) writeSync(fd, piece);
  fsyncSync(fd);
  closeSync(fd);
  return () => unlinkSync(path);
}

/** Stores by a plain pipeline, with the same durability as the store. */
async function writeByPipeline(folder: string): Promise<() => unknown> {
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const incoming = join(folder, 'part');
  await pipeline(generated(size), hashing, createWriteStream(incoming, { flush: true }));
  const path = join(folder, hash.digest('hex'));
  await rename(incoming, path);
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
  return () => rm(path);
}

/** Returns the largest memory, in MiB, of a process that stores `bytes` bytes. */
async function memoryFor(bench: Workbench, bytes: number): Promise<number> {
  const script = fileURLToPath(new URL('./blobs-node.ts', import.meta.url));
  const child = await bench.server(process.execPath, [
    script,
    bench.folder(`memory-${bytes}`),
    String(bytes),
  ]);
  const peak = peakMemory(child.pid);
  await child.end();
  return peak;
}
