import type { PauseReason } from '../../../contract/dashboard-api/discovery.ts';
import type { Settings } from '../../../contract/settings.ts';
import { TaskTracker } from '../../../core/concurrency/task-tracker.ts';
import { isConnectionMetered } from './metered-connection.ts';

const readEveryMs = 60_000;

type PauseSettings = Pick<Settings['network'], 'paused' | 'pause_on_metered' | 'pause_on_battery'>;

/** Decides whether this node may exchange data with other nodes in the background. */
export class NetworkConditions {
  #settings: PauseSettings;
  #isOnBattery = false;
  #isMetered = false;
  #readAt = Number.NEGATIVE_INFINITY;
  #lastReasons: string;
  readonly #listeners = new Set<() => void>();
  readonly #reading = new TaskTracker();
  readonly #stopping = new AbortController();

  constructor(settings: PauseSettings) {
    this.#settings = settings;
    this.#lastReasons = this.#reasons().join();
  }

  /** Returns why background work is paused, reading the system's state at most once a minute. */
  pausedBy(): PauseReason[] {
    if (performance.now() - this.#readAt >= readEveryMs) this.#refresh();
    return this.#reasons();
  }

  /** @returns a function that ends the subscription */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when the system's state is known, if the settings need it. */
  async start(): Promise<void> {
    this.#refresh();
    await this.#reading.settled();
  }

  setSettings(settings: PauseSettings): void {
    const turnsOnMetered = settings.pause_on_metered && !this.#settings.pause_on_metered;
    this.#settings = settings;
    if (turnsOnMetered) this.#refresh();
    this.#notify();
  }

  /** Sets the power source, which the desktop shell reports. */
  setOnBattery(isOnBattery: boolean): void {
    this.#isOnBattery = isOnBattery;
    this.#notify();
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

  #refresh(): void {
    const { signal } = this.#stopping;
    if (!this.#settings.pause_on_metered || signal.aborted) return;
    this.#readAt = performance.now();
    const read = async (): Promise<void> => {
      const isMetered = await isConnectionMetered(signal);
      if (signal.aborted) return;
      this.#isMetered = isMetered;
      this.#notify();
    };
    this.#reading.add(read());
  }

  #notify(): void {
    const reasons = this.#reasons().join();
    if (reasons === this.#lastReasons) return;
    this.#lastReasons = reasons;
    for (const listener of this.#listeners) listener();
  }
}
