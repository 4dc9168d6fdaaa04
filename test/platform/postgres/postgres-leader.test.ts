import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LedWork, untilAborted } from '../../../src/core/concurrency/leader.ts';
import type { PostgresDatabase } from '../../../src/platform/postgres/postgres-database.ts';
import { PostgresLeader } from '../../../src/platform/postgres/postgres-leader.ts';
import { missingPostgres } from '../../support/postgres/postgres-server.ts';
import { startTwoReplicas, type TwoReplicas } from '../../support/postgres/two-replicas.ts';

const missing = missingPostgres();
const times = { lease: 3_000, abort: 2_000, renew: 200 };

describe.skipIf(missing)(`a leader on PostgreSQL${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let both: TwoReplicas;
  let { server, replicas } = {} as TwoReplicas;
  const closers: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    both = await startTwoReplicas();
    ({ server, replicas } = both);
  });
  afterAll(() => both.end());
  beforeEach(() => replicas[0].query('TRUNCATE leaders'));
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  });

  /** What happened, in order: `a` begins, `-a` ends. */
  let log: string[] = [];
  beforeEach(() => {
    log = [];
  });

  /** Lets a replica compete; returns a function that stops it. */
  function compete(
    name: string,
    database: PostgresDatabase,
    { job = 'job', isAble = (): boolean => true, renew = times.renew } = {},
  ) {
    const work: LedWork = async (signal) => {
      log.push(name);
      await untilAborted(signal);
      log.push(`-${name}`);
    };
    const stop = new PostgresLeader(database, { ...times, renew }).run(job, work, isAble);
    closers.push(stop);
    return stop;
  }

  /** Whether at no time two replicas led. */
  const ledInTurn = () => log.every((entry, index) => index % 2 === 0 || entry === `-${log[index - 1]}`);

  it('is one replica at a time, followed by the next one at once when it stops', async () => {
    const stops = [compete('a', replicas[0]), compete('b', replicas[1]), compete('c', replicas[1])];
    for (let left = 3; left > 0; left -= 1) {
      await expect.poll(() => log.length).toBe(2 * (3 - left) + 1);
      const leader = log.at(-1) ?? '';
      await stops['abc'.indexOf(leader)]?.();
      expect(log.at(-1)).toBe(`-${leader}`);
    }
    expect(ledInTurn()).toBe(true);
    expect(new Set(log).size).toBe(6);
    expect(await replicas[0].query('SELECT * FROM leaders')).toEqual([]);
  });

  it('leads each job by itself', async () => {
    compete('a', replicas[0], { job: 'one' });
    compete('b', replicas[1], { job: 'two' });
    await expect.poll(() => log.toSorted()).toEqual(['a', 'b']);
  });

  it('ends its work before another replica leads, when its network does not respond', async () => {
    const detour = await server.detour();
    closers.push(() => detour.close());
    const limits = { connect: 1_000, statement: 60_000, answer: 1_000 };
    const database = server.open({ url: detour.url, limits });
    closers.push(() => database.close());
    compete('a', database);
    await expect.poll(() => log).toEqual(['a']);
    compete('b', replicas[1]);
    detour.setFrozen(true);
    await expect.poll(() => log).toEqual(['a', '-a', 'b']);
    detour.setFrozen(false);
  });

  it('ends its work while the server is down, and leads again afterwards', async () => {
    const stop = compete('a', replicas[0]);
    await expect.poll(() => log).toEqual(['a']);
    await server.end('at once');
    await expect.poll(() => log).toEqual(['a', '-a']);
    await server.start();
    await expect.poll(() => log).toEqual(['a', '-a', 'a']);
    await stop();
    expect(ledInTurn()).toBe(true);
  });

  it('lets another replica try when it cannot do the job, and does not try at once again', async () => {
    let isHealthy = true;
    // Is able again at once.
    compete('a', replicas[0], { isAble: () => isHealthy || log.length > 1 });
    await expect.poll(() => log).toEqual(['a']);
    let attempts = 0;
    const tried = () => {
      attempts += 1;
      return true;
    };
    compete('b', replicas[1], { isAble: tried, renew: 1_500 });
    await expect.poll(() => attempts).toBe(1);
    isHealthy = false;
    await expect.poll(() => log).toEqual(['a', '-a', 'b']);
  });

  it('is nobody who cannot do the job', async () => {
    let isAble = false;
    compete('a', replicas[0], { isAble: () => isAble });
    compete('b', replicas[1]);
    await expect.poll(() => log).toEqual(['b']);
    isAble = true;
    await closers.pop()?.();
    await expect.poll(() => log).toEqual(['b', '-b', 'a']);
  });

  it('leaves no lease behind when it stops while it takes one', async () => {
    // With the usual time limit of a statement, because all of these run at once.
    const stops = Array.from({ length: 20 }, (_, n) =>
      new PostgresLeader(replicas[n % 2 ? 1 : 0]).run(`${n}`, untilAborted),
    );
    await Promise.all(stops.map((stop) => stop()));
    expect(await replicas[0].query('SELECT * FROM leaders')).toEqual([]);
  });

  it('runs work again that failed, and goes on after a failed statement', async () => {
    const lines: string[] = [];
    const database = server.open({ logger: pino({ level: 'error' }, { write: (line) => lines.push(line) }) });
    closers.push(() => database.close());
    let runs = 0;
    closers.push(
      new PostgresLeader(database, times).run('job', async () => {
        runs += 1;
        throw new Error('of the work');
      }),
    );
    await expect.poll(() => runs).toBeGreaterThan(1);
    expect(lines.join('')).toContain('of the work');
    await replicas[1].query('ALTER TABLE leaders RENAME TO elsewhere');
    await expect.poll(() => lines.join('')).toContain('the lease of a job could not be changed');
    await replicas[1].query('ALTER TABLE elsewhere RENAME TO leaders');
    const before = runs;
    await expect.poll(() => runs).toBeGreaterThan(before);
  });
});
