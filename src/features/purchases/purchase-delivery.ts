import type { OwnedLicence } from '../../contract/dashboard-api/purchases.ts';
import type { Clock } from '../../core/clock.ts';
import { contentIdOf } from '../../core/content-id.ts';
import type { Logger } from '../../core/log/logger.ts';
import { NodeError } from '../../core/node-error.ts';
import type { RawAddress } from '../../core/ton/ton-address.ts';
import type { RemoteFetch } from '../fetch/remote-fetch.ts';
import type { LicenceDecision, LicenceDecisionRepository } from '../market/repository/licence-decisions.ts';
import { Deliveries } from '../sharing/publish-queue.ts';
import { external, paused, wordsOf } from './delivery-messages.ts';
import type { DeliveryRepository, Holdings, LicensedFile } from './delivery-repository.ts';
import { KeyNotFound } from './key-not-found.ts';
import { KeySearch, type KeySearchOptions } from './key-search.ts';
import type { DeliveredContents, LicenceBook, SealedLicence } from './licence-book.ts';

export interface DeliveryOptions extends KeySearchOptions {
  rows: DeliveryRepository;
  decisions: LicenceDecisionRepository;
  /** undefined: no chain is followed. */
  book: () => LicenceBook | undefined;
  contents: DeliveredContents;
  fetch: Pick<RemoteFetch, 'fetch' | 'transfers' | 'isBrisk'>;
  /** Whether what nobody waits for has to stop; see `wake`. */
  isPaused: () => boolean;
  /** What `stateOf` answers has changed. */
  onChange: () => void;
  clock: Clock;
  logger: Logger;
  /** How long a delivery may take before it has to be brisk, and how often that is looked at. */
  timing?: { briskAfterMs: number; checkMs: number };
}

const usualTiming = { briskAfterMs: 30_000, checkMs: 1_000 };

/** How a licence of a sealed content stands. */
export type DeliveryState = Pick<OwnedLicence, 'delivery' | 'receipt'>;

const firstPauseMs = 2_000;
const longestPauseMs = 10 * 60_000;
/** Changes of the chain that come together are looked at together. */
const gatherMs = 300;

/** Trying again is of no use. */
const finalCodes = new Set(['key_invalid', 'blocked', 'payload_too_large']);

/**
 * What was ordered on this node, or accepted by its owner, comes here: the sealed file, its key, and the receipt of the
 * node that gave it (chain, section 6). For other licences of its wallets nothing is asked, stored or kept: anybody can
 * give them away. Where a delivery stands shows in what is here, so that nothing is lost in a restart.
 */
export class Delivery {
  readonly #options: DeliveryOptions;
  readonly #search: KeySearch;
  readonly #work: Deliveries;
  /** Why it is not here yet, by licence; `isFinal`: it is not tried again by itself. */
  readonly #setbacks = new Map<RawAddress, { message: string; isFinal: boolean }>();
  /** What a person wants now. */
  readonly #urgent = new Set<RawAddress>();
  #hosts: ReadonlySet<string> = new Set();
  #gathering: NodeJS.Timeout | undefined;
  #hasLooked = false;
  #isStopped = false;

  constructor(options: DeliveryOptions) {
    this.#options = options;
    this.#search = new KeySearch(options);
    const { briskAfterMs, checkMs } = options.timing ?? usualTiming;
    this.#work = new Deliveries({
      laneOf: (licence) => ({
        host: this.#fileOf(licence),
        direction: 'out',
        isSecondary: this.#decisionOf(licence) !== 'ordered',
      }),
      isSlow: (licence, ms) => ms > briskAfterMs && !options.fetch.isBrisk(this.#sealedOf(licence)),
      slowCheckMs: checkMs,
      work: (licence, signal) => this.#bring(licence, signal),
      onFailure: (licence, error, failures) => this.#failed(licence, error, failures),
      isPaused: options.isPaused,
      onChange: options.onChange,
    });
  }

  /** Breaks off everything and resolves when nothing is under way; it goes on at the next start. Final. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#gathering);
    await this.#work.stop();
  }

  /** The background may have been paused, or may go on. */
  wake(): void {
    this.#work.wake();
  }

  /** Licences may have come or gone, or another chain is followed. */
  chainChanged(): void {
    if (this.#isStopped) return;
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      this.#look();
    }, gatherMs);
  }

  /** New ones among the nodes that can be used may have what is missing. */
  peersChanged(hosts: readonly string[]): void {
    const isNew = hosts.some((host) => !this.#hosts.has(host));
    this.#hosts = new Set(hosts);
    if (isNew) this.#work.retry(this.#setbacks.keys());
  }

  /** Tries now, whatever else is under way. Without an order or an answer of the owner nothing happens. */
  deliver(licence: RawAddress): void {
    const book = this.#options.book();
    const found = book?.licence(licence);
    if (!book || !found || !book.signers.has(found.owner) || !this.#isWanted(licence)) return;
    this.#setbacks.delete(licence);
    this.#urgent.add(licence);
    this.#work.begin(licence, true, true);
  }

  /** The owner does not want it: what is under way ends, and what came is kept for it no more. */
  declined(licence: RawAddress): void {
    this.#work.end(licence);
    this.#forget(licence);
    const chain = this.#options.book();
    const found = chain?.licence(licence);
    if (chain && found) this.#release(chain.platform, { licence, sealed: found.sealed });
  }

  /** The receipt of a licence, as a file. */
  receiptOf(licence: RawAddress): string | undefined {
    const network = this.#options.book()?.network;
    return network === undefined ? undefined : this.#options.rows.receipt(network, licence);
  }

  stateOf(address: RawAddress): DeliveryState {
    const { book, contents } = this.#options;
    const chain = book();
    const licence = chain?.licence(address);
    if (!chain || !licence) return { delivery: null, receipt: false };
    const { sealed, facts } = licence;
    const isStored = contents.isStored(sealed);
    const bytes = this.#bytesOf(licence, isStored);
    return {
      delivery: { ...this.#stateOf(address, chain, licence, isStored), ...bytes },
      receipt: this.#options.rows.receipt(facts.network, address) !== undefined,
    };
  }

  #stateOf(address: RawAddress, chain: LicenceBook, licence: SealedLicence, isStored: boolean) {
    const { sealed, facts, owner } = licence;
    const setback = this.#setbacks.get(address);
    if (setback?.isFinal) return { state: 'failed', message: setback.message } as const;
    if (isStored && this.#options.contents.hasKey(sealed, facts.key_hash)) {
      return { state: 'here', message: null } as const;
    }
    if (!chain.signers.has(owner)) return { state: 'external', message: external } as const;
    if (!this.#isWanted(address)) return { state: 'undecided', message: null } as const;
    const work = this.#work.stateOf(address);
    if (work === 'paused') return { state: 'waiting', message: paused } as const;
    return { state: work === 'running' ? 'fetching' : 'waiting', message: setback?.message ?? null } as const;
  }

  #bytesOf({ sealed, size }: SealedLicence, isStored: boolean) {
    if (isStored) return { received: size ?? 0, size: size ?? null };
    const id = contentIdOf(sealed);
    const transfer = this.#options.fetch.transfers().find(({ content_id }) => content_id === id);
    return { received: transfer?.bytes_done ?? 0, size: transfer?.bytes_total ?? size ?? null };
  }

  /** What belongs to one file is brought one after the other. */
  #fileOf(licence: RawAddress): string {
    return this.#sealedOf(licence).toString('hex');
  }

  #sealedOf(licence: RawAddress): Buffer {
    return this.#options.book()?.licence(licence)?.sealed ?? Buffer.alloc(0);
  }

  #decisionOf(licence: RawAddress): LicenceDecision | undefined {
    const { book, decisions } = this.#options;
    const platform = book()?.platform;
    return platform === undefined ? undefined : decisions.of(platform, licence);
  }

  #isWanted(licence: RawAddress): boolean {
    const decision = this.#decisionOf(licence);
    return decision === 'ordered' || decision === 'accepted';
  }

  #forget(licence: RawAddress): void {
    this.#setbacks.delete(licence);
    this.#urgent.delete(licence);
  }

  #release(platform: number, { licence, sealed }: LicensedFile): void {
    const { rows, contents } = this.#options;
    if (!rows.release(platform, licence)) return;
    if (!rows.isKept(platform, sealed)) contents.setKept(sealed, false);
  }

  #look(): void {
    const { book, rows, decisions } = this.#options;
    const chain = book();
    if (!chain) return;
    for (const moved of rows.moved(chain)) {
      this.#forget(moved.licence);
      this.#release(chain.platform, moved);
    }
    if (chain.isComplete) {
      decisions.forgetMoved(chain.platform, chain.owners);
      decisions.look(chain.platform, chain.owners);
    }
    const signing: Holdings = { ...chain, owners: [...chain.signers.keys()] };
    for (const { licence } of rows.incomplete(signing)) {
      const isKnown = this.#setbacks.has(licence) || this.#work.stateOf(licence) !== undefined;
      // What was just bought is waited for; what an earlier run has left is not.
      if (!isKnown) this.#work.begin(licence, this.#hasLooked);
    }
    this.#hasLooked = true;
  }

  async #bring(address: RawAddress, signal: AbortSignal): Promise<void> {
    const { book, contents, rows, fetch } = this.#options;
    const chain = book();
    const licence = chain?.licence(address);
    // Sold on, or the chain is another one now.
    if (!chain || !licence || !chain.signers.has(licence.owner) || !this.#isWanted(address)) return;
    const { sealed, size, facts } = licence;
    const isUrgent = this.#urgent.has(address);
    const bringFile = async () => {
      if (contents.isStored(sealed)) return;
      await fetch.fetch(sealed, { priority: 'asked', isRetry: true, isUrgent, signal, expectedSize: size });
    };
    // Anybody may register somebody else's file with a key of their own, and give a licence of it away.
    if (contents.hasOtherKey(sealed, facts.key_hash)) {
      await bringFile();
      await contents.refuseOtherKey(sealed);
    }
    const keyless = await this.#bringKey(address, chain, licence, signal).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    signal.throwIfAborted();
    // The file comes all the same: the key may be elsewhere, and later.
    await bringFile().catch((error: unknown) => {
      // Who was asked for the key, and what they said, tells more.
      throw keyless && isMissing(error) ? keyless.error : error;
    });
    if (keyless) throw keyless.error;
    await contents.check(licence);
    // It may have been declined meanwhile.
    signal.throwIfAborted();
    contents.setKept(sealed, true);
    rows.keep(chain.platform, { licence: address, sealed });
    this.#forget(address);
  }

  async #bringKey(
    address: RawAddress,
    { signers }: LicenceBook,
    licence: SealedLicence,
    signal: AbortSignal,
  ): Promise<void> {
    const { contents, rows, clock } = this.#options;
    const { sealed, facts, owner } = licence;
    const hasReceipt = rows.receipt(facts.network, address) !== undefined;
    if (contents.hasKey(sealed, facts.key_hash) && (hasReceipt || !contents.isDelivered(sealed))) return;
    const wallet = signers.get(owner);
    if (!wallet) return;
    const given = await this.#search.run(licence, wallet, signal);
    signal.throwIfAborted();
    contents.keepKey(licence, given.key);
    rows.putReceipt(facts.network, address, given.receipt, clock());
  }

  /** @returns after how many ms to try again */
  #failed(licence: RawAddress, error: unknown, failures: number): number | undefined {
    const isFinal = error instanceof NodeError && finalCodes.has(error.code);
    const isExpected = error instanceof NodeError || error instanceof KeyNotFound;
    if (!isExpected) this.#options.logger.error({ err: error }, 'a licence could not be delivered');
    const message = isExpected ? wordsOf(error) : 'Something went wrong in this node; its log says more.';
    this.#setbacks.set(licence, { message, isFinal });
    this.#urgent.delete(licence);
    return isFinal ? undefined : Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 20));
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof NodeError && error.code === 'content_not_found';
