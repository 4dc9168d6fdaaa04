import { manifestType } from '../../../contract/collections/media-types.ts';
import type { Message } from '../../../contract/messages/message.ts';
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
import { cancelled, encrypting, stopping } from './encryption-errors.ts';
import type { Encryptor } from './encryptor.ts';

/** A waiting or running encryption. */
export interface EncryptionJob {
  /** Bytes encrypted and read back. */
  readonly done: number;
  /** Resolves when the encryption succeeded. */
  readonly ended: Promise<void>;
}

interface Job extends EncryptionJob {
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
    const job: Job = { registrant, done: 0, ending: new AbortController(), ended: Promise.resolve() };
    this.#jobs.set(key, job);
    const queue = this.#options.catalogue.find(plain)?.contentType === manifestType ? 'collections' : 'files';
    job.ended = this.#running.add(this.#queue.run(queue, () => this.#run(plain, user, job)));
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

  async #run(plain: Buffer, user: string, job: Job): Promise<void> {
    const { catalogue, encryptor, rows, restricted, onChange } = this.#options;
    const { ending, registrant } = job;
    const { signal } = ending;
    try {
      signal.throwIfAborted();
      const row = rows.get(plain);
      if (row) await restricted.removeMade(row);
      const onProgress = progressOf(job, onChange);
      const request = { plain: catalogue.get(plain), user, registrant, signal, onProgress };
      const encrypted = await encryptor.encrypt(request);
      await rows.setEncrypted(plain, encrypted);
    } catch (failure) {
      const error = asWriteError(failure);
      if (!this.#isStopped) await this.#fail(plain, error, signal.reason === failure);
      throw error;
    } finally {
      this.#jobs.delete(hashKey(plain));
      // The time limit of a sale begins after the encryption for which it waited.
      if (restricted.isRequestedAlone(plain)) restricted.touch(plain);
      onChange();
    }
  }

  async #fail(plain: Buffer, error: unknown, isCancelled: boolean): Promise<void> {
    const { rows, restricted, onError } = this.#options;
    const isKnown = error instanceof NodeError;
    if (!isKnown) onError(error);
    if (!isCancelled) {
      this.#failures.set(hashKey(plain), isKnown ? error.text : message('licensing.encryptionFailed'));
    }
    const row = rows.get(plain);
    // Where this fails, too, `RestrictionReconciler` lifts the restriction later.
    if (row) await restricted.unrestrict(row).catch(onError);
  }
}

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
