import { type Lease, LeaseLostError } from '../../core/concurrency/leader.ts';
import type { Commands, RowListener } from './commands.ts';

/** Runs the writes of a job with its lease, and only while this process leads the job. */
export class JobCommands implements Commands {
  readonly #commands: Commands;
  readonly name: string;
  #lead: { lease: Lease | undefined } | undefined;

  constructor(commands: Commands, name: string) {
    this.#commands = commands;
    this.name = name;
  }

  get isLeading(): boolean {
    return this.#lead !== undefined;
  }

  /** @param lease undefined where no other process can lead */
  begin(lease: Lease | undefined): void {
    this.#lead = { lease };
  }

  end(): void {
    this.#lead = undefined;
  }

  run<T>(write: () => T, last?: (value: T) => void): Promise<T> {
    if (!this.#lead) return Promise.reject(new LeaseLostError({ job: this.name }));
    return this.#commands.run(write, last, this.#lead.lease);
  }

  follow(listener: RowListener): void {
    this.#commands.follow(listener);
  }

  flush(): void {
    this.#commands.flush();
  }
}

/** Runs a write; a standalone node commits it at once, because it is not one of many. */
export function commitAtOnce<T>(commands: Commands, write: () => T): Promise<T> {
  const written = commands.run(write);
  commands.flush();
  return written;
}
