import { randomUUID } from 'node:crypto';
import { manifestType } from '../../../contract/collections/media-types.ts';
import type { Message } from '../../../contract/messages/message.ts';
import type { Clock } from '../../../core/clock.ts';
import { KeyedMutex } from '../../../core/concurrency/keyed-mutex.ts';
import { TaskTracker } from '../../../core/concurrency/task-tracker.ts';
import { hashKey } from '../../../core/hash-key.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import type { Registrant } from '../../../crypto/age/registrant.ts';
import { asWriteError } from '../../../platform/blobs/store/disk-errors.ts';
import type { Catalogue } from '../../content/index.ts';
import type { RestrictionRepository } from '../repository/restriction-repository.ts';
import type { RestrictedContents } from '../restricted-contents.ts';
import type { RestrictionCheck } from '../restriction-store.ts';
import { cancelled, encrypting, stopping } from './encryption-errors.ts';
import type { Encryptor } from './encryptor.ts';

/** Interval of the signs of life of a job, in milliseconds. */
const aliveMs = 30_000;

/** A waiting or running encryption. */
export interface EncryptionJob {
  /** Bytes encrypted and read back. */
  readonly done: number;
  /** Resolves when the encryption succeeded. */
  readonly ended: Promise<void>;
}

interface Job extends EncryptionJob {
  /** By which other replicas know it. */
  readonly id: string;
  readonly registrant: Registrant | undefined;
  done: number;
  ended: Promise<void>;
  ending: AbortController;
}

export interface EncryptionJobsOptions {
  rows: RestrictionRepository;
  restricted: RestrictedContents;
  encryptor: Pick<Encryptor, 'encrypt'>;
  catalogue: Pick<Catalogue, 'get' | 'find'>;
  clock: Clock;
  onChange: () => void;
  onError: (error: unknown) => void;
}

/**
 * Encrypts restricted contents, one at a time, and besides one collection, which waits for its contents; a failure lifts
 * the restriction.
 */
export class EncryptionJobs {
  readonly #options: EncryptionJobsOptions;
  /** Jobs by plain hash, in Latin-1. */
  readonly #jobs = new Map<string, Job>();
  readonly #failures = new Map<string, Message>();
  readonly #queue = new KeyedMutex();
  readonly #running = new TaskTracker();
  #isStopped = false;

  constructor(options: EncryptionJobsOptions) {
    this.#options = options;
  }

  find(plain: Buffer): EncryptionJob | undefined {
    return this.#jobs.get(hashKey(plain));
  }

  /** Returns the reason why the last encryption failed, for display. */
  failure(plain: Buffer): Message | undefined {
    return this.#failures.get(hashKey(plain));
  }

  forgetFailure(plain: Buffer): void {
    this.#failures.delete(hashKey(plain));
  }

  /**
   * Starts the encryption of a content, or returns the running one.
   * @throws NodeError `encrypting` while it is encrypted for another registrant
   */
  begin(plain: Buffer, user: string, registrant: Registrant | undefined): EncryptionJob {
    const key = hashKey(plain);
    const underWay = this.#jobs.get(key);
    if (underWay && !isSameRegistrant(underWay.registrant, registrant)) throw encrypting();
    if (underWay) return underWay;
    const id = randomUUID();
    const job: Job = { id, registrant, done: 0, ending: new AbortController(), ended: Promise.resolve() };
    this.#jobs.set(key, job);
    job.ended = this.#running.add(this.#begin(plain, user, job));
    job.ended.catch(() => {});
    this.#options.onChange();
    return job;
  }

  /** Aborts an encryption, and returns whether there was one. */
  async cancel(plain: Buffer): Promise<boolean> {
    const job = this.#jobs.get(hashKey(plain));
    job?.ending.abort(cancelled());
    await job?.ended.catch(() => {});
    return job !== undefined;
  }

  /** Aborts running encryptions; their contents stay restricted. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const { ending } of this.#jobs.values()) ending.abort(stopping());
    await this.#running.settled();
  }

  /** Runs a job in its turn, unless that of another replica works for the content. */
  async #begin(plain: Buffer, user: string, job: Job): Promise<void> {
    const { catalogue, rows, clock, onChange, onError } = this.#options;
    const queue = catalogue.find(plain)?.contentType === manifestType ? 'collections' : 'files';
    const isMine = await rows.beginJob(plain, job.id, clock()).catch((error: unknown) => {
      this.#jobs.delete(hashKey(plain));
      throw asWriteError(error);
    });
    if (!isMine) {
      this.#jobs.delete(hashKey(plain));
      onChange();
      throw encrypting();
    }
    const continued = async () => {
      if (!(await rows.continueJob(plain, job.id, clock()))) job.ending.abort(cancelled());
    };
    const alive = setInterval(() => void continued().catch(onError), aliveMs).unref();
    try {
      await this.#queue.run(queue, () => this.#run(plain, user, job));
    } finally {
      clearInterval(alive);
    }
  }

  async #run(plain: Buffer, user: string, job: Job): Promise<void> {
    const { catalogue, encryptor, rows, restricted, clock, onChange, onError } = this.#options;
    const { ending, registrant } = job;
    const { signal } = ending;
    try {
      signal.throwIfAborted();
      const row = rows.get(plain);
      if (row) await restricted.removeMade(row, { mayChange: isOf(job) });
      const onProgress = progressOf(job, onChange);
      const request = { plain: catalogue.get(plain), user, registrant, signal, onProgress };
      const encrypted = await encryptor.encrypt(request);
      if (!(await rows.setEncrypted(plain, encrypted, job.id, clock()))) throw cancelled();
    } catch (failure) {
      const error = asWriteError(failure);
      if (this.#isStopped) await rows.endJob(plain, job.id).catch(onError);
      else await this.#fail(plain, job, error, signal.reason === failure);
      throw error;
    } finally {
      this.#jobs.delete(hashKey(plain));
      // The time limit of a sale begins after the encryption for which it waited.
      if (restricted.isRequestedAlone(plain)) restricted.touch(plain);
      onChange();
    }
  }

  /** Lifts the restriction, unless a sale that began since works for the content. */
  async #fail(plain: Buffer, job: Job, error: unknown, isCancelled: boolean): Promise<void> {
    const { rows, restricted, onError } = this.#options;
    const isKnown = error instanceof NodeError;
    if (!isKnown) onError(error);
    if (!isCancelled) {
      this.#failures.set(hashKey(plain), isKnown ? error.text : message('licensing.encryptionFailed'));
    }
    const row = rows.get(plain);
    // Where this fails, too, `RestrictionReconciler` lifts the restriction later.
    if (row) await restricted.unrestrict(row, { mayChange: isOf(job) }).catch(onError);
  }
}

const isOf =
  ({ id }: Job): RestrictionCheck =>
  (now) =>
    now.job === id;

export const isSameRegistrant = (a: Registrant | undefined, b: Registrant | undefined): boolean =>
  a?.network === b?.network && a?.wallet === b?.wallet;

/** Reports progress twice a second at most. */
function progressOf(job: Job, onChange: () => void): (bytes: number) => void {
  let reportedAt = 0;
  return (bytes) => {
    job.done += bytes;
    if (performance.now() - reportedAt < 500) return;
    reportedAt = performance.now();
    onChange();
  };
}
