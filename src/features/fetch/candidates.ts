import type { FetchSource, Outcome } from './fetch-source.ts';

export const MAX_ASKED = 16;
/** So often one node may break off with little to show for it. */
const MAX_TRIES = 3;
const LITTLE_BYTES = 1024 * 1024;

/** These won't send it now, however often they are asked. */
const final: ReadonlySet<Outcome | undefined> = new Set<Outcome>([
  'absent',
  'unreachable',
  'too_large',
  'lied',
]);

/** Those that are asked: who is known to have it comes before the others. @param sources best first */
export const chosen = (sources: readonly FetchSource[]): FetchSource[] =>
  [...sources].sort((a, b) => Number(b.known) - Number(a.known)).slice(0, MAX_ASKED);

/** The nodes that one fetch asks, in which order, and what came of it. */
export class Candidates {
  readonly #all: readonly FetchSource[];
  readonly #line: FetchSource[];
  readonly #outcomes = new Map<FetchSource, Outcome>();
  #isAlone = false;
  readonly #tries = new Map<FetchSource, number>();

  /** @param sources best first */
  constructor(sources: readonly FetchSource[]) {
    this.#all = chosen(sources);
    this.#line = [...this.#all];
  }

  get all(): readonly FetchSource[] {
    return this.#all;
  }

  /** Takes the next one to ask out of the line. */
  next(): FetchSource | undefined {
    return this.#line.shift();
  }

  /** Whether others may be asked, or are just being asked. */
  hasOthers(than: FetchSource): boolean {
    return !this.#isAlone && this.open().some((source) => source !== than);
  }

  /** It was quick enough, only not the quickest: it is asked first when somebody is needed. */
  putBack(source: FetchSource): void {
    this.#line.unshift(source);
  }

  note(source: FetchSource, outcome: Outcome): void {
    // It had the content, and may come back.
    if (outcome === 'unreachable' && this.triesOf(source) > 0) this.brokeOff(source, 0);
    else this.#outcomes.set(source, outcome);
  }

  /**
   * It stopped in the middle; it may be asked to go on when nobody else does.
   * @param brought so many bytes since it was asked
   */
  brokeOff(source: FetchSource, brought: number): void {
    const tries = brought < LITTLE_BYTES ? this.triesOf(source) + 1 : 1;
    this.#tries.set(source, tries);
    this.#outcomes.set(source, 'broke_off');
    if (tries < MAX_TRIES) this.#line.push(source);
  }

  /** How often it broke off lately. */
  triesOf(source: FetchSource): number {
    return this.#tries.get(source) ?? 0;
  }

  /** Whether several are asked, and do not agree about the size: who is right shows when each is asked alone. */
  get isDisputed(): boolean {
    return !this.#isAlone && this.count('other_size') > 0;
  }

  /** Only this one is in the line from now on. */
  alone(source: FetchSource): void {
    this.#isAlone = true;
    this.#line.splice(0, this.#line.length, source);
  }

  /** Those that may still turn out to have the right bytes. */
  open(): FetchSource[] {
    return this.#all.filter(
      (source) => !final.has(this.#outcomes.get(source)) && this.triesOf(source) < MAX_TRIES,
    );
  }

  count(outcome: Outcome): number {
    return [...this.#outcomes.values()].filter((one) => one === outcome).length;
  }
}
