import { contentIdOf } from '../../blobs/content-id.ts';
import type { OwnedLicence } from '../../contract/local-chain.ts';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import { NodeError } from '../../core/node-error.ts';
import type { RawAddress } from '../../core/ton-address.ts';
import type { DeliveryRepository, Holdings } from '../../db/deliveries.ts';
import type { RemoteFetch } from '../fetch/remote-fetch.ts';
import { Deliveries } from '../sharing/deliveries.ts';
import { KeyNotFound } from './key-not-found.ts';
import { KeySearch, type KeySearchOptions } from './key-search.ts';
import type { DeliveredContents, LicenceBook, SealedLicence } from './licence-book.ts';

export interface DeliveryOptions extends KeySearchOptions {
  rows: DeliveryRepository;
  /** undefined: no chain is followed. */
  book: () => LicenceBook | undefined;
  contents: DeliveredContents;
  fetch: Pick<RemoteFetch, 'fetch' | 'transfers'>;
  /** Whether what nobody waits for has to stop; see `wake`. */
  isPaused: () => boolean;
  /** What `stateOf` answers has changed. */
  onChange: () => void;
  clock: Clock;
  logger: Logger;
}

/** How a licence of a sealed content stands. */
export type DeliveryState = Pick<OwnedLicence, 'delivery' | 'receipt'>;

const firstPauseMs = 2_000;
const longestPauseMs = 10 * 60_000;
/** Changes of the chain that come together are looked at together. */
const gatherMs = 300;

/** Trying again is of no use. */
const finalCodes = new Set(['key_invalid', 'blocked', 'payload_too_large']);

/**
 * What this node's wallets have bought comes here: the sealed file, its key, and the receipt of the node that gave it
 * (chain, section 6). Where it stands shows in what is here, so that nothing is lost in a restart.
 */
export class Delivery {
  readonly #options: DeliveryOptions;
  readonly #search: KeySearch;
  readonly #work: Deliveries;
  /** Why it is not here yet, by licence; `isFinal`: it is not tried again by itself. */
  readonly #setbacks = new Map<RawAddress, { message: string; isFinal: boolean }>();
  #hosts: ReadonlySet<string> = new Set();
  #gathering: NodeJS.Timeout | undefined;
  #hasLooked = false;
  #isStopped = false;

  constructor(options: DeliveryOptions) {
    this.#options = options;
    this.#search = new KeySearch(options);
    this.#work = new Deliveries({
      laneOf: (licence) => ({ host: this.#fileOf(licence), direction: 'out' }),
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

  /** Tries now. */
  deliver(licence: RawAddress): void {
    const book = this.#options.book();
    const found = book?.licence(licence);
    if (!book || !found || !book.signers.has(found.owner)) return;
    this.#setbacks.delete(licence);
    this.#work.begin(licence, true);
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
    return this.#options.book()?.licence(licence)?.sealed.toString('hex') ?? '';
  }

  #look(): void {
    const { book, rows } = this.#options;
    const chain = book();
    if (!chain) return;
    for (const { licence, sealed } of rows.moved(chain)) {
      rows.release(chain.platform, licence);
      this.#setbacks.delete(licence);
      if (!rows.isKept(chain.platform, sealed)) this.#options.contents.setKept(sealed, false);
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
    if (!chain || !licence || !chain.signers.has(licence.owner)) return;
    const { sealed, size, facts } = licence;
    const bringFile = async () => {
      if (contents.isStored(sealed)) return;
      await fetch.fetch(sealed, { priority: 'asked', isRetry: true, signal, expectedSize: size });
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
    contents.setKept(sealed, true);
    rows.keep(chain.platform, { licence: address, sealed });
    this.#setbacks.delete(address);
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
    return isFinal ? undefined : Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 20));
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof NodeError && error.code === 'content_not_found';

const wordsOf = (error: Error): string =>
  error instanceof NodeError && error.code === 'blocked' ? blocked : error.message;

const blocked =
  'You have blocked this content on your node. Lift the block on the Content page, then try again.';

const paused = 'It comes when work in the background goes on, or when you ask for it.';

const external =
  'Your connected wallet holds this licence, and this node cannot sign in elsewhere for it. Open the content on a node where you sign in with that wallet, or buy with this node’s own wallet.';
