/**
 * Moves a store and ends itself as a kill would, at a chosen change of a name: before the n-th of those that begin a
 * move, end it and tidy up. Arguments: the data folder, where the store is wanted, n. Says what it is about to do.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [dataDir = '', wanted = '', at = ''] = process.argv.slice(2);
let count = 0;

function step(what: string): void {
  fs.writeSync(1, `${what}\n`);
  if (String(count) === at) process.kill(process.pid, 'SIGKILL');
  count += 1;
}

/** The real call, after the step. */
function stepBefore(holder: object, names: string[]): void {
  const calls = holder as Record<string, (...args: unknown[]) => unknown>;
  for (const name of names) {
    const real = calls[name] as (...args: unknown[]) => unknown;
    calls[name] = (...args) => {
      step(name);
      return real(...args);
    };
  }
}

stepBefore(fs, ['renameSync', 'rmSync']);
stepBefore(fs.promises, ['rmdir']);
syncBuiltinESMExports();

const { DiskBlobStore } = await import('../../../../src/platform/blobs/store/disk-blob-store.ts');
const store = new DiskBlobStore({ dataDir });
await store.open();
await store.mover.start(wanted);
await store.mover.settled();
await store.close();
