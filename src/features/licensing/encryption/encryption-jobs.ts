import { PerKey } from '../../../core/concurrency/keyed-mutex.ts';
import { Running } from '../../../core/concurrency/task-tracker.ts';
import { NodeError } from '../../../core/node-error.ts';
import { asWriteError } from '../../../platform/blobs/store/disk-errors.ts';
import type { Catalogue } from '../../content/catalogue.ts';
import type { SealingRepository } from '../repository/encryption-repository.ts';
import type { ClosedContents } from '../restricted-contents.ts';
import { cancelled, stopping } from './encryption-errors.ts';
import type { Sealer } from './encryptor.ts';

/** An encryption that waits for its turn or is under way. */
export interface SealingJob {
  /** Bytes encrypted and read back. */
  readonly done: number;
  /** Resolves when it ended well. */
  readonly ended: Promise<void>;
}

interface Job extends SealingJob {
  done: number;
  ended: Promise<void>;
  ending: AbortController;
}

export interface SealingJobsOptions {
  rows: SealingRepository;
  closed: ClosedContents;
  sealer: Pick<Sealer, 'seal'>;
  catalogue: Pick<Catalogue, 'get'>;
  onChange: () => void;
  onError: (error: unknown) => void;
}

/** Encrypts closed contents, one after the other. Where that fails the content is open again. */
export class SealingJobs {
  readonly #options: SealingJobsOptions;
  /** By the plain hash, in Latin-1. */
  readonly #jobs = new Map<string, Job>();
  readonly #failures = new Map<string, string>();
  readonly #queue = new PerKey();
  readonly #running = new Running();
  #isStopped = false;

  constructor(options: SealingJobsOptions) {
    this.#options = options;
  }

  find(plain: Buffer): SealingJob | undefined {
    return this.#jobs.get(keyOf(plain));
  }

  /** Why the last encryption failed, for a person. */
  failure(plain: Buffer): string | undefined {
    return this.#failures.get(keyOf(plain));
  }

  forgetFailure(plain: Buffer): void {
    this.#failures.delete(keyOf(plain));
  }

  /** Encrypts a content for a user, or goes on with that. */
  begin(plain: Buffer, user: string): SealingJob {
    const key = keyOf(plain);
    const underWay = this.#jobs.get(key);
    if (underWay) return underWay;
    const job: Job = { done: 0, ending: new AbortController(), ended: Promise.resolve() };
    this.#jobs.set(key, job);
    job.ended = this.#running.add(this.#queue.run('', () => this.#run(plain, user, job)));
    job.ended.catch(() => {});
    this.#options.onChange();
    return job;
  }

  /** Breaks one off. Resolves when nothing is left of it; whether there was one. */
  async cancel(plain: Buffer): Promise<boolean> {
    const job = this.#jobs.get(keyOf(plain));
    job?.ending.abort(cancelled());
    await job?.ended.catch(() => {});
    return job !== undefined;
  }

  /** Breaks off what is being encrypted, which stays closed. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const { ending } of this.#jobs.values()) ending.abort(stopping());
    await this.#running.settled();
  }

  async #run(plain: Buffer, user: string, job: Job): Promise<void> {
    const { catalogue, sealer, rows, closed, onChange } = this.#options;
    const { signal } = job.ending;
    try {
      signal.throwIfAborted();
      const row = rows.get(plain);
      if (row) await closed.removeMade(row);
      const onProgress = progressOf(job, onChange);
      const sealed = await sealer.seal({ plain: catalogue.get(plain), user, signal, onProgress });
      rows.setSealed(plain, sealed);
    } catch (failure) {
      const error = asWriteError(failure);
      if (!this.#isStopped) await this.#fail(plain, error, signal.reason === failure);
      throw error;
    } finally {
      this.#jobs.delete(keyOf(plain));
      closed.touch(plain);
      onChange();
    }
  }

  async #fail(plain: Buffer, error: unknown, isCancelled: boolean): Promise<void> {
    const { rows, closed, onError } = this.#options;
    const isKnown = error instanceof NodeError;
    if (!isKnown) onError(error);
    if (!isCancelled) {
      this.#failures.set(
        keyOf(plain),
        isKnown ? error.message : 'It could not be encrypted; the log says why.',
      );
    }
    const row = rows.get(plain);
    // Where not even that can be noted, it is found later that nobody asks any more.
    if (row) await closed.reopen(row).catch(onError);
  }
}

const keyOf = (sha256: Buffer): string => sha256.toString('latin1');

/** Told a few times a second at most. */
function progressOf(job: Job, onChange: () => void): (bytes: number) => void {
  let toldAt = 0;
  return (bytes) => {
    job.done += bytes;
    if (performance.now() - toldAt < 500) return;
    toldAt = performance.now();
    onChange();
  };
}
