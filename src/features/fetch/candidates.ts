import type { FetchSource, Outcome } from './fetch-source.ts';

export const maxAsked = 16;
/** A node may be interrupted so often with few bytes received. */
const maxTries = 3;
const fewBytes = 1024 * 1024;

/** Nodes with these outcomes are not asked again. */
const finalOutcomes: ReadonlySet<Outcome | undefined> = new Set<Outcome>([
  'absent',
  'unreachable',
  'too_large',
  'wrong_content',
]);

/** Selects whom to ask: nodes known to have it come before the others. @param sources best first */
export const selectSources = (sources: readonly FetchSource[]): FetchSource[] =>
  [...sources].sort((a, b) => Number(b.known) - Number(a.known)).slice(0, maxAsked);

/** Orders the nodes that one fetch asks, and records the outcomes. */
export class Candidates {
  readonly #all: readonly FetchSource[];
  readonly #queue: FetchSource[];
  readonly #outcomes = new Map<FetchSource, Outcome>();
  #isAlone = false;
  readonly #tries = new Map<FetchSource, number>();

  /** @param sources best first */
  constructor(sources: readonly FetchSource[]) {
    this.#all = selectSources(sources);
    this.#queue = [...this.#all];
  }

  get all(): readonly FetchSource[] {
    return this.#all;
  }

  /** Takes the next one to ask out of the queue. */
  next(): FetchSource | undefined {
    return this.#queue.shift();
  }

  /** Whether others may be asked, or are just being asked. */
  hasOthers(than: FetchSource): boolean {
    return !this.#isAlone && this.open().some((source) => source !== than);
  }

  /** Puts back one that was fast enough, so that it is asked first when another is needed. */
  putBack(source: FetchSource): void {
    this.#queue.unshift(source);
  }

  record(source: FetchSource, outcome: Outcome): void {
    // It had the content, and may come back.
    if (outcome === 'unreachable' && this.triesOf(source) > 0) this.recordInterruption(source, 0);
    else this.#outcomes.set(source, outcome);
  }

  /**
   * Records that it stopped in the middle; it may be asked to go on when nobody else does.
   * @param received so many bytes since it was asked
   */
  recordInterruption(source: FetchSource, received: number): void {
    const tries = received < fewBytes ? this.triesOf(source) + 1 : 1;
    this.#tries.set(source, tries);
    this.#outcomes.set(source, 'interrupted');
    if (tries < maxTries) this.#queue.push(source);
  }

  /** Returns how often it was interrupted lately. */
  triesOf(source: FetchSource): number {
    return this.#tries.get(source) ?? 0;
  }

  /** Whether several are asked, and do not agree about the size: who is right shows when each is asked alone. */
  get isDisputed(): boolean {
    return !this.#isAlone && this.count('other_size') > 0;
  }

  /** Leaves only this one in the queue. */
  restrictTo(source: FetchSource): void {
    this.#isAlone = true;
    this.#queue.splice(0, this.#queue.length, source);
  }

  /** Returns those that may still have the right bytes. */
  open(): FetchSource[] {
    return this.#all.filter(
      (source) => !finalOutcomes.has(this.#outcomes.get(source)) && this.triesOf(source) < maxTries,
    );
  }

  count(outcome: Outcome): number {
    return [...this.#outcomes.values()].filter((one) => one === outcome).length;
  }
}
