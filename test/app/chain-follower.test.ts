import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ChainFollower, type ChainFollowerOptions } from '../../src/app/chain/chain-follower.ts';
import { CurrentChain } from '../../src/app/chain/current-chain.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';

it('does not wait for the journal of a chain that is stopped while it starts', async () => {
  const dataDir = temporaryFolder();
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const logged = vi.fn();
  const current = new CurrentChain({ network: 'embedded', endpoints: [] }, Date.now);
  const follower = new ChainFollower({
    current,
    namedPlatform: () => undefined,
    embeddedFile: join(dataDir, 'blocks'),
    logger: { error: logged, info: logged },
    onState: () => {},
  } as unknown as ChainFollowerOptions);
  const exitCodes: number[] = [];
  const stopped = new Promise<void>((resolve) => {
    process.once('worker', (worker: Worker) => {
      worker.once('exit', (code) => exitCodes.push(code));
      worker.once('online', () => resolve(follower.stop()));
    });
  });
  follower.start();
  await stopped;
  // A thread that was not terminated ends with 0.
  expect(exitCodes).toEqual([1]);
  expect(logged).not.toHaveBeenCalled();
  expect(current.failure).toBeUndefined();
  expect(current.running).toBeUndefined();
});
