import type { Clock } from '../../core/clock.ts';
import type { Lease } from '../../core/concurrency/leader.ts';
import { TaskTracker } from '../../core/concurrency/task-tracker.ts';
import { contentIdOf } from '../../core/content-id.ts';
import type { NoteActivity } from '../../core/events/activity.ts';
import { hashKey } from '../../core/hash-key.ts';
import type { BlobStore } from '../../platform/blobs/store/blob-store.ts';
import type { Damage } from '../content/index.ts';
import type { DamageRepository } from './repository/damage-repository.ts';

export interface DamageInspectorOptions {
  damages: DamageRepository;
  blobs: Pick<BlobStore, 'has' | 'quarantine'>;
  /** Runs a task while nothing else changes bytes or row of a content. */
  exclusively: <T>(sha256: Buffer, task: () => Promise<T>) => Promise<T>;
  clock: Clock;
  note: NoteActivity;
  /** Called for new damage. */
  onDamage: () => void;
  /** Called when damage was found or repaired. */
  onChange: () => void;
  onError: (error: unknown) => void;
}

interface InspectOptions {
  /** Whether the damaged file is already in quarantine. */
  isQuarantined?: boolean;
  /** That of the job that inspects. */
  lease?: Lease | undefined;
}

const actor = { type: 'node', name: '' } as const;

/** Inspects contents that may be damaged, quarantines damaged files, and records damage to repair. */
export class DamageInspector {
  readonly #options: DamageInspectorOptions;
  readonly #inspections = new Map<string, Promise<Damage | undefined>>();
  readonly #running = new TaskTracker();

  constructor(options: DamageInspectorOptions) {
    this.#options = options;
  }

  /**
   * Inspects a content in the background.
   * @param isQuarantined whether the damaged file is already in quarantine
   */
  inspectInBackground(sha256: Buffer, isQuarantined = false): void {
    this.inspect(sha256, { isQuarantined }).catch(this.#options.onError);
  }

  /**
   * Inspects the bytes of a content, and quarantines a damaged file; returns the damage, if any.
   * @throws LeaseLostError
   */
  inspect(sha256: Buffer, options: InspectOptions = {}): Promise<Damage | undefined> {
    const key = `${hashKey(sha256)} ${options.lease?.fence}`;
    const known = this.#inspections.get(key);
    if (known) return known;
    const inspection = this.#running
      .add(this.#inspect(sha256, options))
      .finally(() => this.#inspections.delete(key));
    this.#inspections.set(key, inspection);
    return inspection;
  }

  /** Records that the right bytes were written; the caller has locked the content. */
  async markRepaired(sha256: Buffer, lease?: Lease): Promise<void> {
    const { damages, blobs, clock, note, onChange } = this.#options;
    if (damages.get(sha256) === undefined) return;
    await damages.markIntact(sha256, clock(), lease);
    await blobs.quarantine.forget(sha256);
    note({ kind: 'store', actor, subject: contentIdOf(sha256), detail: 'activity.repaired' });
    onChange();
  }

  /** Resolves when no inspection is running. */
  settled(): Promise<void> {
    return this.#running.settled();
  }

  async #inspect(
    sha256: Buffer,
    { isQuarantined = false, lease }: InspectOptions,
  ): Promise<Damage | undefined> {
    const { damages, blobs, exclusively, clock } = this.#options;
    const isMoved = (await blobs.quarantine.add(sha256, lease)) || isQuarantined;
    return exclusively(sha256, async () => {
      const known = damages.get(sha256)?.problem;
      if (await blobs.has(sha256)) {
        // A repair may have written the right bytes before this lock was acquired.
        if (isMoved) await blobs.quarantine.forget(sha256);
        return known && this.#markIntact(sha256, lease);
      }
      // A file that an earlier inspection has quarantined is damaged, not missing.
      const problem = isMoved ? 'damaged' : (known ?? 'missing');
      if (known === problem || !(await damages.add({ sha256, problem, at: clock() }, lease))) return known;
      this.#found(sha256, problem);
      return problem;
    });
  }

  async #markIntact(sha256: Buffer, lease: Lease | undefined): Promise<undefined> {
    await this.#options.damages.markIntact(sha256, this.#options.clock(), lease);
    this.#options.onChange();
  }

  #found(sha256: Buffer, problem: Damage): void {
    const { note, onDamage, onChange } = this.#options;
    const detail = problem === 'damaged' ? 'activity.damageFound' : 'activity.missingFound';
    note({ kind: 'store', actor, subject: contentIdOf(sha256), detail });
    onDamage();
    onChange();
  }
}
