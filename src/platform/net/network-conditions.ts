import type { PauseReason } from '../../contract/dashboard-api/discovery.ts';
import type { Settings } from '../../contract/settings.ts';
import { Running } from '../../core/concurrency/task-tracker.ts';
import { isConnectionMetered } from './metered-connection.ts';

const READ_EVERY_MS = 60_000;

type PauseSettings = Pick<Settings['network'], 'paused' | 'pause_on_metered' | 'pause_on_battery'>;

/** Whether this node may work in the background with other nodes, and why not. */
export class NetworkConditions {
  #settings: PauseSettings;
  #isOnBattery = false;
  #isMetered = false;
  #readAt = Number.NEGATIVE_INFINITY;
  #told: string;
  readonly #listeners = new Set<() => void>();
  readonly #reading = new Running();
  readonly #stopping = new AbortController();

  constructor(settings: PauseSettings) {
    this.#settings = settings;
    this.#told = this.#reasons().join();
  }

  /**
   * Why nothing may go on in the background; empty: it may. Whoever has work asks now and then, and that is
   * when the system is asked again, once a minute at most.
   */
  pausedBy(): PauseReason[] {
    if (performance.now() - this.#readAt >= READ_EVERY_MS) this.#read();
    return this.#reasons();
  }

  /** @returns a function that ends the subscription */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when what the system tells is known. */
  async start(): Promise<void> {
    this.#read();
    await this.#reading.settled();
  }

  /** Takes effect at once. */
  set(settings: PauseSettings): void {
    const isNew = settings.pause_on_metered && !this.#settings.pause_on_metered;
    this.#settings = settings;
    if (isNew) this.#read();
    this.#tell();
  }

  /** The desktop shell knows. */
  setOnBattery(isOnBattery: boolean): void {
    this.#isOnBattery = isOnBattery;
    this.#tell();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#reading.settled();
  }

  #reasons(): PauseReason[] {
    const { paused, pause_on_metered, pause_on_battery } = this.#settings;
    const reasons: [PauseReason, boolean][] = [
      ['manual', paused],
      ['metered', pause_on_metered && this.#isMetered],
      ['battery', pause_on_battery && this.#isOnBattery],
    ];
    return reasons.flatMap(([reason, holds]) => (holds ? reason : []));
  }

  #read(): void {
    const { signal } = this.#stopping;
    if (!this.#settings.pause_on_metered || signal.aborted) return;
    this.#readAt = performance.now();
    const read = async (): Promise<void> => {
      const isMetered = await isConnectionMetered(signal);
      if (signal.aborted) return;
      this.#isMetered = isMetered;
      this.#tell();
    };
    this.#reading.add(read());
  }

  #tell(): void {
    const reasons = this.#reasons().join();
    if (reasons === this.#told) return;
    this.#told = reasons;
    for (const listener of this.#listeners) listener();
  }
}
