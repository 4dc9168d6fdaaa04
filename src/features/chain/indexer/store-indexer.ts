import type { RawAddress } from '../../../core/ton/ton-address.ts';
import { Indexer, type IndexerOptions, type IndexerState } from './indexer.ts';
import type { Successor } from './platform-repository.ts';

/** All that were ever named count, because each one is polled. */
const maxSuccessors = 8;

interface ReadPlatform {
  address: RawAddress;
  indexer: Indexer;
  isStarted: boolean;
}

/**
 * Follows a platform together with the successors that its owner named: one market, of which each platform is read by an
 * indexer of its own. A successor counts once it was read to its end for the first time; a platform that is no longer
 * named stays, because what was sold there stays valid.
 */
export class StoreIndexer {
  readonly #options: IndexerOptions;
  readonly #first: ReadPlatform;
  #successors: ReadPlatform[];
  /** The successors that are named now, the oldest first; undefined: not known since the start. */
  #named: readonly RawAddress[] | undefined;
  #isStarted = false;

  constructor(options: Omit<IndexerOptions, 'successor'>) {
    this.#options = {
      ...options,
      onReplaced: () => {
        this.#drop();
        options.onReplaced?.();
      },
      onChange: () => {
        this.#startSuccessors();
        options.onChange();
      },
    };
    const indexer = new Indexer(this.#options);
    this.#first = { address: options.platform, indexer, isStarted: true };
    this.#successors = [];
    this.#readAdded();
  }

  /** Id of the followed platform in the database, to which all contents and licences belong. */
  get platformId(): number {
    return this.#first.indexer.platformId;
  }

  /** Returns the followed platform and its successors, the oldest first. */
  platforms(): readonly RawAddress[] {
    return [this.#first, ...this.#successors].map(({ address }) => address);
  }

  /** Returns the platform for new contents: the newest one that is named and was read to its end. */
  newest(): RawAddress {
    const isNamed = ({ address }: ReadPlatform) => this.#named?.includes(address) ?? true;
    return this.#complete().findLast((each) => each === this.#first || isNamed(each))?.address as RawAddress;
  }

  /** Follows the verified successors of the platform. */
  async follow(named: readonly RawAddress[]): Promise<void> {
    this.#named = named;
    const { platforms } = this.#options;
    for (const address of named) {
      if (this.platforms().includes(address) || this.#successors.length >= maxSuccessors) continue;
      await platforms.addSuccessor(this.platformId, address);
      this.#readAdded();
    }
  }

  /** Returns the state of all complete platforms together. */
  state(): IndexerState {
    const states = this.#complete().map(({ indexer }) => indexer.state());
    const [first] = states as [IndexerState];
    const worst = states.find(({ status }) => status === 'unavailable') ?? states.find(isBehind) ?? first;
    return {
      ...worst,
      height: Math.min(...states.map(({ height }) => height)),
      completeUntil: Math.min(...states.map(({ completeUntil }) => completeUntil)),
      reportedAt: {
        chain: Math.max(...states.map(({ reportedAt }) => reportedAt.chain)),
        index: Math.min(...states.map(({ reportedAt }) => reportedAt.index)),
      },
    };
  }

  /**
   * Returns whether no platform could be read for some time, so that another replica might do better. A successor that
   * nobody can read must not keep all of them from leading.
   */
  hasFailedFor(ms: number): boolean {
    const read = this.#all().filter(({ isStarted }) => isStarted);
    return read.every(({ indexer }) => indexer.hasFailedFor(ms));
  }

  start(): void {
    this.#isStarted = true;
    this.#first.indexer.start();
  }

  /** Polls at once because the chain has changed, or another replica followed it until now. */
  poke(): void {
    this.#readAdded();
    for (const { indexer } of this.#all()) indexer.poke();
  }

  /** Polls all platforms after the current polls; resolves at their end, even if they failed. */
  async now(): Promise<void> {
    await Promise.all(this.#all().map(({ indexer }) => indexer.now()));
  }

  /** Stops at once: pending requests write nothing any more. Resolves when the progress is saved. */
  async stop(): Promise<void> {
    this.#isStarted = false;
    await Promise.all(this.#all().map(({ indexer }) => indexer.stop()));
  }

  #all(): readonly ReadPlatform[] {
    return [this.#first, ...this.#successors];
  }

  #complete(): readonly ReadPlatform[] {
    return this.#all().filter((each) => each === this.#first || each.indexer.state().completeUntil > 0);
  }

  /** Reads successors that were found since, also by another replica. */
  #readAdded(): void {
    const known = this.platforms();
    const found = this.#options.platforms.successors(this.platformId);
    const added = found.filter(({ address }) => !known.includes(address));
    this.#successors.push(...added.map((each) => this.#read(each)));
    this.#startSuccessors();
  }

  #read(successor: Successor): ReadPlatform {
    const indexer = new Indexer({ ...this.#options, successor });
    return { address: successor.address, indexer, isStarted: false };
  }

  /** Reads successors once the followed platform is complete. */
  #startSuccessors(): void {
    if (!this.#isStarted || this.#first.indexer.state().status !== 'ok') return;
    for (const each of this.#successors) {
      if (each.isStarted) continue;
      each.isStarted = true;
      each.indexer.start();
    }
  }

  /** Forgets the successors of a platform whose chain was replaced. */
  #drop(): void {
    const dropped = this.#successors;
    this.#successors = [];
    this.#named = undefined;
    for (const { indexer } of dropped) indexer.discard();
  }
}

const isBehind = ({ status }: IndexerState): boolean => status !== 'ok';
