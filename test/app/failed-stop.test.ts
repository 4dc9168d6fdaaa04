import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ActivityRepository } from '../../src/features/activity/activity-repository.ts';
import { lockFolder } from '../../src/platform/sqlite/folder-lock.ts';
import { openDatabase } from '../../src/platform/sqlite/open-database.ts';
import { serveNode } from '../support/node/run-alcove.ts';
import { startTestNode, temporaryFolder } from '../support/node/start-test-node.ts';
import { changeSteps, leftovers, watchThreads } from './failing-steps.ts';

const runningThreads = watchThreads();

afterEach(() => void vi.restoreAllMocks());

/** The parts of a node with a chain, in the order in which they stop. */
const inOrder = [
  // Pending requests wait for encryptions, and the listeners wait for pending requests.
  'encryption',
  'control socket',
  'listeners',
  // Work in the background, which uses the chain, other nodes and the files.
  'monitor',
  'restore of a backup',
  'backup',
  'watched folders',
  'practice network',
  'chain',
  'covers of purchases',
  'delivery of purchases',
  'sharing',
  'fetch of covers',
  'repair',
  'sync',
  'followed collections',
  'content fetch',
  'peers',
  'network conditions',
  'history',
  // Files and their rows.
  'removal of orphans',
  'relocation',
  'uploads in parts',
  'content',
  'blobs',
  'content records',
  'uses of sessions',
  'uses of tokens',
  'TON Connect',
  'activity log',
  'database',
  // Another node may open the folder from here on.
  'folder lock',
];

describe('a node whose parts cannot be stopped properly', { retry: 0 }, () => {
  it('stops all the others, and names those that failed', async () => {
    const dataDir = temporaryFolder();
    const idle = leftovers(dataDir);
    const stopped: string[] = [];
    changeSteps((name, { stop, ...step }) => ({
      ...step,
      stop: async () => {
        await stop?.();
        stopped.push(name);
        throw new Error(`a fault of ${name}`);
      },
    }));
    const node = await startTestNode({ dataDir, settings: { chain: { network: 'embedded' } } });
    const error = await node.stop().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AggregateError);
    expect((error as AggregateError).errors.map(({ message }: Error) => message)).toEqual(stopped);
    expect(stopped).toEqual(inOrder);
    expect(leftovers(dataDir)).toEqual(idle);
    await expect.poll(runningThreads).toBe(0);
    rmSync(dataDir, { recursive: true });
  });

  it('closes its database and releases its folder when nothing else could be stopped', async () => {
    const dataDir = temporaryFolder();
    const skipped: (() => unknown)[] = [];
    changeSteps((name, step) => {
      if (name === 'database' || name === 'folder lock' || name === 'activity log') return step;
      if (step.stop) skipped.push(step.stop);
      return { ...step, stop: () => Promise.reject(new Error(`a fault of ${name}`)) };
    });
    const node = await startTestNode({ dataDir });
    await expect(node.stop()).rejects.toBeInstanceOf(AggregateError);
    lockFolder(dataDir).release();
    const db = openDatabase(join(dataDir, 'alcove.db'));
    const [last] = await new ActivityRepository(db).page({
      q: '',
      limit: 1,
      beforeNumber: Number.MAX_SAFE_INTEGER,
    });
    expect(last).toMatchObject({ kind: 'node', detail: 'Stopped' });
    db.close();
    for (const stop of skipped.toReversed()) await Promise.resolve(stop()).catch(() => {});
    rmSync(dataDir, { recursive: true });
  });

  it('ends its process with exit code 1, and releases its folder', async () => {
    const dataDir = temporaryFolder();
    const pidFile = join(dataDir, 'alcove.pid');
    const served = await serveNode(dataDir);
    // A folder in place of the file, which cannot be removed like a file.
    rmSync(pidFile);
    mkdirSync(pidFile);
    expect(await served.end()).toBe(1);
    expect(served.log()).toContain('some parts of it failed to stop: folder lock');
    rmSync(pidFile, { recursive: true });
    const again = await serveNode(dataDir);
    expect(await again.end()).toBe(0);
    rmSync(dataDir, { recursive: true });
  });
});
