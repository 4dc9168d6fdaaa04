import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostgresDatabase } from '../../../src/platform/postgres/postgres-database.ts';
import { missingPostgres } from '../../support/postgres/postgres-server.ts';
import { replicas, startTwoProcesses, type TwoProcesses } from '../../support/replicas/two-processes.ts';

const missing = missingPostgres();
/** Jobs that one replica leads at a time. */
const jobCount = 6;

describe.skipIf(missing)(`a paused leader${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let both: TwoProcesses;
  let database: PostgresDatabase;

  beforeAll(async () => {
    both = await startTwoProcesses();
    database = both.cluster.server.open();
  });
  afterAll(async () => {
    await database?.close();
    await both?.close();
  });

  const leaders = async () =>
    (await database.query<{ holder: string }>('SELECT DISTINCT holder FROM leaders')).map(
      ({ holder }) => holder,
    );
  const jobs = async () => (await database.query('SELECT job FROM leaders')).length;
  const count = (log: string, text: string) => log.split(text).length - 1;

  it('is followed by the other replica, and leads no job any more when it goes on', async () => {
    await expect.poll(jobs).toBe(jobCount);
    const led = (replica: 0 | 1) => count(both.nodes[replica].log(), 'this replica leads the job');
    const ended = (replica: 0 | 1) =>
      count(both.nodes[replica].log(), 'this replica no longer leads the job');
    const paused = led(0) > 0 ? 0 : 1;
    const other = paused === 0 ? 1 : 0;
    const before = await leaders();
    both.nodes[paused].process.kill('SIGSTOP');
    await expect.poll(() => led(other)).toBe(jobCount);
    const [follower, ...others] = await leaders();
    expect(others).toEqual([]);
    both.nodes[paused].process.kill('SIGCONT');
    await expect.poll(() => ended(paused)).toBe(led(paused));
    // Asks again by now, and is refused.
    await expect.poll(async () => (await both.ask(paused, '/readyz')).status).toBe(200);
    expect(await leaders()).toEqual([follower]);
    expect(ended(other)).toBe(0);
    for (const replica of replicas) {
      expect(
        (await both.ask(replica, '/api/v1/storage', { method: 'POST', body: `of ${replica}` })).status,
      ).toBe(201);
    }
    const stopped = both.nodes[other].end();
    await expect.poll(jobs).toBe(jobCount);
    await expect.poll(leaders).toEqual(before.filter((holder) => holder !== follower));
    await stopped;
  });
});
