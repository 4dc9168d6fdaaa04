/**
 * Moves a store and exits without cleanup, as after a kill, before the n-th rename of those that start,
 * complete and clean up a relocation. Arguments: the data folder, the target folder, n. Prints each step
 * before it runs.
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

/** The original function, called after the step. */
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
