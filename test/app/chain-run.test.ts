import { expect, it } from 'vitest';
import { createRun } from '../../src/app/chain/chain-run.ts';
import { type Leader, type Lease, soleLeader } from '../../src/core/concurrency/leader.ts';
import { GroupCommit } from '../../src/platform/sqlite/group-commit.ts';
import { JobCommands } from '../../src/platform/sqlite/job-commands.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { openTestDatabase } from '../support/node/test-database.ts';

const lease: Lease = { job: 'chain', holder: 'this replica', fence: 3 };
const registered = [{ sha256: Buffer.alloc(32), settledAt: 7 }];

/** A run of a chain whose services note their calls. */
function openRun(leader: Leader, hasFailedFor = (_ms: number) => false) {
  const calls: unknown[] = [];
  const note = (name: string) => () => void calls.push(name);
  const job = new JobCommands(new GroupCommit(openTestDatabase(`${temporaryFolder()}/alcove.db`)), 'chain');
  const node = { leader, onState: () => {}, onTakenOver: (found: unknown) => void calls.push(found) };
  const services = {
    ...{ embedded: undefined, isOwn: false, job, client: { close: () => {} } },
    indexer: { start: note('index'), poke: () => {}, stop: async () => {}, hasFailedFor },
    orders: { wake: () => {}, stop: async () => {}, lastRegistered: () => registered },
    forwarder: { start: () => {}, stop: () => {} },
  };
  return { run: createRun(node as never, services as never), calls, job };
}

it('finishes what another replica may have begun, only when it follows the chain instead', async () => {
  let elect = () => {};
  let depose = async () => {};
  const elected: Leader = {
    run: (_job, work) => {
      const stopping = new AbortController();
      let working = Promise.resolve();
      elect = () => {
        working = work(stopping.signal, lease);
      };
      depose = async () => {
        stopping.abort();
        await working;
      };
      return depose;
    },
  };
  const { run, calls, job } = openRun(elected);
  run.start();
  expect([calls, job.isLeading]).toEqual([['index'], false]);
  elect();
  expect([calls, job.isLeading]).toEqual([['index', registered], true]);
  await depose();
  expect(job.isLeading).toBe(false);
  await run.stop();
});

it('follows the chain at once where no other process can, and takes nothing over', async () => {
  const { run, calls, job } = openRun(soleLeader);
  run.start();
  expect([calls, job.isLeading]).toEqual([['index'], true]);
  await run.stop();
  expect(job.isLeading).toBe(false);
  await expect(job.run(() => {})).rejects.toThrow('does not lead the job "chain"');
});

it('leaves a chain that it could not read for a minute to other replicas', async () => {
  let isAble: (() => boolean) | undefined;
  const leader: Leader = {
    run: (_job, _work, able) => {
      isAble = able;
      return async () => {};
    },
  };
  let failedMs = 59_999;
  const { run } = openRun(leader, (ms) => failedMs >= ms);
  run.start();
  expect(isAble?.()).toBe(true);
  failedMs = 60_000;
  expect(isAble?.()).toBe(false);
  await run.stop();
});
