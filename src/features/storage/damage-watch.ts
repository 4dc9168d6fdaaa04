import type { NoteActivity } from '../../core/activity.ts';
import type { Clock } from '../../core/clock.ts';
import { Running } from '../../core/concurrency/task-tracker.ts';
import { contentIdOf } from '../../core/content-id.ts';
import type { DiskBlobStore } from '../../platform/blobs/store/disk-blob-store.ts';
import type { DamageRepository, Problem } from './repository/damage-repository.ts';

export interface DamageWatchOptions {
  damages: DamageRepository;
  blobs: Pick<DiskBlobStore, 'has' | 'quarantine'>;
  /** Runs a task while neither bytes nor row of a content change otherwise. */
  inTurn: <T>(sha256: Buffer, task: () => Promise<T>) => Promise<T>;
  clock: Clock;
  note: NoteActivity;
  /** Told of new damage. */
  onDamage: () => void;
  /** Damage was found or mended. */
  onChange: () => void;
  onError: (error: unknown) => void;
}

const actor = { type: 'node', name: '' } as const;

/** Looks at contents whose bytes seem wrong, takes those away that are, and writes down what is to be mended. */
export class DamageWatch {
  readonly #options: DamageWatchOptions;
  readonly #looks = new Map<string, Promise<Problem | undefined>>();
  readonly #running = new Running();

  constructor(options: DamageWatchOptions) {
    this.#options = options;
  }

  /**
   * Somebody has met wrong bytes: looked at in the background.
   * @param wasTaken whether the damaged file is in quarantine already
   */
  suspect(sha256: Buffer, wasTaken = false): void {
    this.look(sha256, wasTaken).catch(this.#options.onError);
  }

  /**
   * Takes a look. A damaged file goes to quarantine.
   * @returns what is wrong with it
   */
  look(sha256: Buffer, wasTaken = false): Promise<Problem | undefined> {
    const key = sha256.toString('latin1');
    const known = this.#looks.get(key);
    if (known) return known;
    const look = this.#running.add(this.#look(sha256, wasTaken)).finally(() => this.#looks.delete(key));
    this.#looks.set(key, look);
    return look;
  }

  /** The right bytes have come; the turn of the content is the caller's. */
  async mended(sha256: Buffer): Promise<void> {
    const { damages, blobs, clock, note, onChange } = this.#options;
    if (damages.get(sha256) === undefined) return;
    damages.whole(sha256, clock());
    await blobs.quarantine.forget(sha256);
    note({ kind: 'store', actor, subject: contentIdOf(sha256), detail: 'Mended a damaged file' });
    onChange();
  }

  /** Resolves when no look is being taken. */
  settled(): Promise<void> {
    return this.#running.settled();
  }

  async #look(sha256: Buffer, wasTaken: boolean): Promise<Problem | undefined> {
    const { damages, blobs, inTurn, clock } = this.#options;
    const isTaken = (await blobs.quarantine.add(sha256)) || wasTaken;
    return inTurn(sha256, async () => {
      const known = damages.get(sha256)?.problem;
      if (await blobs.has(sha256)) {
        // Right bytes may have come between the quarantine and this turn.
        if (isTaken) await blobs.quarantine.forget(sha256);
        return known && this.#whole(sha256);
      }
      // A file that was just taken away by an earlier look is damaged, not missing.
      const problem = isTaken ? 'damaged' : (known ?? 'missing');
      if (known === problem || !damages.add({ sha256, problem, at: clock() })) return known;
      this.#told(sha256, problem);
      return problem;
    });
  }

  #whole(sha256: Buffer): undefined {
    this.#options.damages.whole(sha256, this.#options.clock());
    this.#options.onChange();
  }

  #told(sha256: Buffer, problem: Problem): void {
    const { note, onDamage, onChange } = this.#options;
    const detail = problem === 'damaged' ? 'Found a damaged file' : 'Found a file missing';
    note({ kind: 'store', actor, subject: contentIdOf(sha256), detail });
    onDamage();
    onChange();
  }
}
