import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Leader, Lease, LedWork } from '../../core/concurrency/leader.ts';
import { DatabaseUnavailableError } from './database-error.ts';
import type { PostgresDatabase } from './postgres-database.ts';

/** Times in milliseconds. */
const defaultTimes = {
  /** Time after which another replica may lead, by the clock of the database. */
  lease: 30_000,
  /** Time after the last renewal when the work is aborted; it then has 20 s to end before the lease does. */
  abort: 10_000,
  /** Pause between two renewals, and between two attempts to lead. */
  renew: 3_000,
};

interface AbleWork {
  work: LedWork;
  isAble: () => boolean;
}

/** Elects a leader for each job by a lease in the database, which expires when its replica is stopped. */
export class PostgresLeader implements Leader {
  readonly #database: PostgresDatabase;
  readonly #times: typeof defaultTimes;
  readonly #holder = randomUUID();

  constructor(database: PostgresDatabase, times = defaultTimes) {
    this.#database = database;
    this.#times = times;
  }

  run(job: string, work: LedWork, isAble = (): boolean => true): () => Promise<void> {
    const stopping = new AbortController();
    const running = this.#compete(job, { work, isAble }, stopping.signal);
    return async () => {
      stopping.abort();
      await running;
    };
  }

  async #compete(job: string, able: AbleWork, stopped: AbortSignal): Promise<void> {
    const { logger } = this.#database;
    while (!stopped.aborted) {
      let hasGivenUp = false;
      const askedAt = performance.now();
      const lease = able.isAble() ? await this.#take(job) : null;
      if (lease && !stopped.aborted) {
        logger.info({ job }, 'this replica leads the job');
        hasGivenUp = await this.#lead(lease, able, askedAt, stopped);
        logger.info({ job }, 'this replica no longer leads the job');
      }
      // Also where it is unknown whether the lease was taken.
      if (lease !== null) await this.#release(job);
      // Lets others try before this one tries again.
      await this.#pause(stopped, hasGivenUp ? this.#times.lease : undefined);
    }
  }

  /**
   * Runs the work until it ends, the lease is lost, or the leader stops or cannot do the job.
   * @param renewedAt monotonic
   * @returns whether it cannot do the job
   */
  async #lead(
    lease: Lease,
    { work, isAble }: AbleWork,
    renewedAt: number,
    stopped: AbortSignal,
  ): Promise<boolean> {
    const ending = new AbortController();
    const abortAfter = (since: number) =>
      setTimeout(() => ending.abort(), since + this.#times.abort - performance.now());
    let timer = abortAfter(renewedAt);
    const ends = AbortSignal.any([stopped, ending.signal]);
    const { job } = lease;
    const working = work(ends, lease)
      .catch((error: unknown) => this.#database.logger.error({ err: error, job }, 'a job failed'))
      .finally(() => ending.abort());
    let hasGivenUp = false;
    while (!ends.aborted) {
      await this.#pause(ends);
      if (!ends.aborted && !isAble()) {
        this.#database.logger.warn({ job }, 'this replica cannot do the job; another one may lead it');
        hasGivenUp = true;
        ending.abort();
      }
      const askedAt = performance.now();
      const isRenewed = ends.aborted || (await this.#renew(lease));
      if (isRenewed === false) ending.abort();
      if (isRenewed === undefined || ends.aborted) continue;
      clearTimeout(timer);
      timer = abortAfter(askedAt);
    }
    clearTimeout(timer);
    await working;
    return hasGivenUp;
  }

  /** Takes the lease; returns null while another replica has it, undefined where that is unknown. */
  async #take(job: string): Promise<Lease | null | undefined> {
    const statement = `
      INSERT INTO leaders (job, holder, expires_at)
        VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
      ON CONFLICT (job) DO UPDATE
        SET holder = excluded.holder, expires_at = excluded.expires_at, fence = excluded.fence
        WHERE leaders.holder = excluded.holder OR leaders.expires_at < clock_timestamp()
      RETURNING fence`;
    const rows = await this.#run<{ fence: number }>(statement, [job, this.#holder, this.#times.lease]);
    const [taken] = rows ?? [];
    return taken ? { job, holder: this.#holder, fence: taken.fence } : rows && null;
  }

  /** Renews the lease; returns false where it was lost, undefined where that is unknown. */
  async #renew({ job, holder, fence }: Lease): Promise<boolean | undefined> {
    const statement = `
      UPDATE leaders SET expires_at = clock_timestamp() + $4 * interval '1 millisecond'
      WHERE job = $1 AND holder = $2 AND fence = $3 RETURNING 1`;
    const rows = await this.#run(statement, [job, holder, fence, this.#times.lease]);
    return rows && rows.length > 0;
  }

  /** Lets another replica lead at once. */
  async #release(job: string): Promise<void> {
    await this.#run('DELETE FROM leaders WHERE job = $1 AND holder = $2', [job, this.#holder]);
  }

  /** Runs a statement with the pause between renewals as its time limit; returns undefined if it fails. */
  async #run<Row extends object>(statement: string, values: readonly unknown[]): Promise<Row[] | undefined> {
    try {
      return await this.#database.transaction((query) => query<Row>(statement, values), this.#times.renew);
    } catch (error) {
      // The database itself logs that it does not answer.
      if (!(error instanceof DatabaseUnavailableError)) {
        this.#database.logger.error({ err: error }, 'the lease of a job could not be changed');
      }
      return undefined;
    }
  }

  #pause(signal: AbortSignal, ms = this.#times.renew): Promise<void> {
    return delay(ms, undefined, { signal }).catch(() => {});
  }
}
