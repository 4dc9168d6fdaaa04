import type { FetchOutcome, FetchSource } from './fetch-source.ts';

export const maxNodes = 16;
/** Number of interruptions in a row, with few bytes received, after which a node is no longer asked. */
const maxTries = 3;
const fewBytes = 1024 * 1024;

/** Nodes with these outcomes are not asked again. */
const finalOutcomes: ReadonlySet<FetchOutcome | undefined> = new Set<FetchOutcome>([
  'absent',
  'unreachable',
  'too_large',
  'wrong_content',
]);

/**
 * Selects the nodes to ask; those that have the content according to the index come first.
 * @param sources best first
 */
export const selectSources = (sources: readonly FetchSource[]): FetchSource[] =>
  [...sources].sort((a, b) => Number(b.known) - Number(a.known)).slice(0, maxNodes);

/** Orders the nodes that one fetch asks, and records the outcomes. */
export class Candidates {
  readonly #all: readonly FetchSource[];
  readonly #queue: FetchSource[];
  readonly #outcomes = new Map<FetchSource, FetchOutcome>();
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

  /** Removes the next node to ask from the queue. */
  next(): FetchSource | undefined {
    return this.#queue.shift();
  }

  /** Returns whether other nodes may be asked, or are being asked. */
  hasOthers(than: FetchSource): boolean {
    return !this.#isAlone && this.open().some((source) => source !== than);
  }

  /** Puts a fast node back, so that it is asked first when another one is needed. */
  putBack(source: FetchSource): void {
    this.#queue.unshift(source);
  }

  record(source: FetchSource, outcome: FetchOutcome): void {
    // The node had started to send, so it may become reachable again.
    if (outcome === 'unreachable' && this.triesOf(source) > 0) this.recordInterruption(source, 0);
    else this.#outcomes.set(source, outcome);
  }

  /**
   * Records an interruption; the node is asked to continue when no other node does.
   * @param received bytes since the node was asked
   */
  recordInterruption(source: FetchSource, received: number): void {
    const tries = received < fewBytes ? this.triesOf(source) + 1 : 1;
    this.#tries.set(source, tries);
    this.#outcomes.set(source, 'interrupted');
    if (tries < maxTries) this.#queue.push(source);
  }

  /** Returns the number of interruptions since the node last sent many bytes. */
  triesOf(source: FetchSource): number {
    return this.#tries.get(source) ?? 0;
  }

  /** Returns whether several nodes state different sizes; asking each alone shows which one is right. */
  get isDisputed(): boolean {
    return !this.#isAlone && this.count('other_size') > 0;
  }

  /** Asks only this node from now on. */
  restrictTo(source: FetchSource): void {
    this.#isAlone = true;
    this.#queue.splice(0, this.#queue.length, source);
  }

  /** Returns the nodes that may still have the right bytes. */
  open(): FetchSource[] {
    return this.#all.filter(
      (source) => !finalOutcomes.has(this.#outcomes.get(source)) && this.triesOf(source) < maxTries,
    );
  }

  count(outcome: FetchOutcome): number {
    return [...this.#outcomes.values()].filter((one) => one === outcome).length;
  }
}
