import type { OwnedLicence } from '../../contract/dashboard-api/purchases.ts';
import type { Message } from '../../contract/messages/message.ts';
import { contentIdOf } from '../../core/content-id.ts';
import type { NoteActivity } from '../../core/events/activity.ts';
import type { Logger } from '../../core/log/logger.ts';
import { NodeError } from '../../core/node-error.ts';
import type { RawAddress } from '../../core/ton/ton-address.ts';
import { TransferQueue } from '../../platform/net/transfers/transfer-queue.ts';
import type { RemoteFetch } from '../fetch/index.ts';
import type { LicenceDecision, LicenceDecisionRepository } from '../market/index.ts';
import { retryPauseMs, unexpectedErrorMessage } from '../public-nodes/index.ts';
import type { DeliveredPart, EncryptedLicence } from './chain-licences.ts';
import { deliveryMessage, pausedMessage } from './delivery-messages.ts';
import { isFinalFailure } from './delivery-retries.ts';
import { DeliveryWorker, type DeliveryWorkerOptions } from './delivery-worker.ts';
import { KeyNotFound } from './key-not-found.ts';
import type { LicensedFile } from './repository/delivery-repository.ts';

export interface PurchaseDeliveryOptions extends Omit<DeliveryWorkerOptions, 'isWanted'> {
  decisions: LicenceDecisionRepository;
  fetch: Pick<RemoteFetch, 'fetch' | 'transfers' | 'isFast'>;
  /** Whether this process delivers in the background; another replica does while this one does not. Default: yes. */
  isLeading?: () => boolean;
  /** Returns whether background deliveries are paused; see `wake`. */
  isPaused: () => boolean;
  note: NoteActivity;
  /** Called when the result of `stateOf` has changed. */
  onChange: () => void;
  logger: Logger;
}

/** Time after which others begin beside a slow delivery. */
const fastAfterMs = 30_000;

/** Delivery state of a licence of an encrypted content. */
export type DeliveryState = Pick<OwnedLicence, 'delivery' | 'receipt'>;

/** Time in milliseconds within which changes of the chain are handled together. */
const gatherMs = 300;

/**
 * Delivers licences that were ordered on this node or accepted by its owner: the encrypted file, its key, and the
 * receipt of the node that delivered it. Other licences of the owner's wallets cause no request and no storage, because
 * anyone can give licences away. The state of a delivery is derived from what is stored, so a restart loses nothing.
 */
export class PurchaseDelivery {
  readonly #options: PurchaseDeliveryOptions;
  readonly #worker: DeliveryWorker;
  readonly #queue: TransferQueue;
  /** Reasons of failed deliveries by licence; `isFinal`: no automatic retry. */
  readonly #failures = new Map<
    RawAddress,
    { message: Message; isFinal: boolean; signInHosts: readonly string[] }
  >();
  /** Deliveries that the owner requested now. */
  readonly #urgent = new Set<RawAddress>();
  #hosts: ReadonlySet<string> = new Set();
  #gathering: NodeJS.Timeout | undefined;
  #hasStarted = false;
  #isStopped = false;

  constructor(options: PurchaseDeliveryOptions) {
    this.#options = options;
    this.#worker = new DeliveryWorker({ ...options, isWanted: (licence) => this.#isWanted(licence) });
    this.#queue = new TransferQueue({
      laneOf: (licence) => ({
        key: this.#laneKeyOf(licence),
        kind: 'transfer',
        isSecondary: this.#decisionOf(licence) !== 'ordered',
      }),
      isSlow: (licence, ms) => ms > fastAfterMs && !options.fetch.isFast(this.#hashOf(licence)),
      work: async (licence, signal) => {
        if (await this.#worker.run(licence, this.#urgent.has(licence), signal)) this.#delivered(licence);
      },
      onFailure: (licence, error, failures) => this.#failed(licence, error, failures),
      isPaused: options.isPaused,
      logger: options.logger,
      onChange: options.onChange,
    });
  }

  /** Aborts all deliveries, and resolves when none is running; the next start of the node resumes them. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#gathering);
    await this.#queue.stop();
  }

  /** Reacts to the start or end of a background pause. */
  wake(): void {
    this.#queue.wake();
  }

  /** Checks for new and lost licences. */
  chainChanged(): void {
    if (this.#isStopped) return;
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      this.#startDeliveries();
    }, gatherMs);
  }

  /** Retries failed deliveries when new nodes can be asked. */
  peersChanged(hosts: readonly string[]): void {
    const isNew = hosts.some((host) => !this.#hosts.has(host));
    this.#hosts = new Set(hosts);
    if (isNew) this.#queue.retry(this.#failures.keys());
  }

  /** Retries deliveries that waited for the sign-in of a wallet app on this node. */
  signedIn(host: string): void {
    const waiting = [...this.#failures].filter(([, { signInHosts }]) => signInHosts.includes(host));
    for (const [licence] of waiting) this.deliver(licence);
  }

  /** Delivers a licence now, past the queue, if it was ordered or accepted. */
  deliver(licence: RawAddress): void {
    if (!this.#options.chain()?.licence(licence) || !this.#isWanted(licence)) return;
    this.#failures.delete(licence);
    this.#urgent.add(licence);
    this.#queue.start(licence, true, true);
  }

  /** Ends the delivery of a declined licence, and makes its file evictable. */
  async declined(licence: RawAddress): Promise<void> {
    this.#queue.cancel(licence);
    this.#forget(licence);
    const chain = this.#options.chain();
    const found = chain?.licence(licence);
    if (chain && found) await this.#release(chain.platform, { licence, encrypted: found.encrypted });
  }

  /** Returns the receipt of a licence as a file. */
  receiptOf(licence: RawAddress): string | undefined {
    const network = this.#options.chain()?.network;
    return network === undefined ? undefined : this.#options.rows.receipt(network, licence);
  }

  stateOf(address: RawAddress): DeliveryState {
    const chain = this.#options.chain();
    const licence = chain?.licence(address);
    if (!chain || !licence) return { delivery: null, receipt: false };
    const { contents } = this.#options;
    const parts = contents.partsOf(licence.encrypted);
    const isStored = [licence, ...parts].every(({ encrypted }) => contents.isStored(encrypted));
    const bytes = parts.length > 0 ? this.#bytesOfParts(parts) : this.#bytesOf(licence, isStored);
    const signInHosts = this.#failures.get(address)?.signInHosts ?? [];
    return {
      delivery: {
        ...this.#stateOf(address, licence, isStored),
        ...bytes,
        sign_in_hosts: [...signInHosts],
      },
      receipt: this.#options.rows.receipt(licence.facts.network, address) !== undefined,
    };
  }

  #stateOf(address: RawAddress, licence: EncryptedLicence, isStored: boolean) {
    const { encrypted, facts } = licence;
    const failure = this.#failures.get(address);
    if (failure?.isFinal) return { state: 'failed', message: failure.message } as const;
    const queued = this.#queue.stateOf(address);
    // A file whose delivery is running is not checked yet, and may still be evicted.
    if (isStored && queued !== 'running' && this.#options.contents.hasKey(encrypted, facts.key_hash)) {
      return { state: 'here', message: null } as const;
    }
    if (!this.#isWanted(address)) return { state: 'undecided', message: null } as const;
    if (queued === 'paused') return { state: 'waiting', message: pausedMessage } as const;
    const state = queued === 'running' ? 'fetching' : 'waiting';
    return { state, message: failure?.message ?? null } as const;
  }

  #bytesOf({ encrypted, size }: EncryptedLicence, isStored: boolean) {
    if (isStored) return { received: size ?? 0, size: size ?? null };
    const transfer = this.#transferOf(encrypted);
    return { received: transfer?.bytes_done ?? 0, size: transfer?.bytes_total ?? size ?? null };
  }

  #bytesOfParts(parts: readonly DeliveredPart[]) {
    const { contents } = this.#options;
    const received = parts.map(({ encrypted, plainSize }) =>
      contents.isStored(encrypted) ? plainSize : (this.#transferOf(encrypted)?.bytes_done ?? 0),
    );
    return { received: sumOf(received), size: sumOf(parts.map(({ plainSize }) => plainSize)) };
  }

  #transferOf(encrypted: Buffer) {
    const id = contentIdOf(encrypted);
    return this.#options.fetch.transfers().find(({ content_id }) => content_id === id);
  }

  /** Returns the lane of a licence: that of its file, because licences of one file are delivered one after the other. */
  #laneKeyOf(licence: RawAddress): string {
    return this.#hashOf(licence).toString('hex');
  }

  #hashOf(licence: RawAddress): Buffer {
    return this.#options.chain()?.licence(licence)?.encrypted ?? Buffer.alloc(0);
  }

  #decisionOf(licence: RawAddress): LicenceDecision | undefined {
    const { chain, decisions } = this.#options;
    const platform = chain()?.platform;
    return platform === undefined ? undefined : decisions.of(platform, licence);
  }

  #isWanted(licence: RawAddress): boolean {
    const decision = this.#decisionOf(licence);
    return decision === 'ordered' || decision === 'accepted';
  }

  #delivered(licence: RawAddress): void {
    this.#forget(licence);
    this.#options.note({
      kind: 'wallet',
      actor: { type: 'node', name: '' },
      subject: contentIdOf(this.#hashOf(licence)),
      detail: 'activity.delivered',
    });
  }

  #forget(licence: RawAddress): void {
    this.#failures.delete(licence);
    this.#urgent.delete(licence);
  }

  async #release(platform: number, file: LicensedFile): Promise<void> {
    const { rows, contents } = this.#options;
    if (!(await rows.release(platform, file))) return;
    if (!rows.isKept(file.encrypted)) await contents.pin(file.encrypted, false);
  }

  #startDeliveries(): void {
    const { rows, decisions } = this.#options;
    const chain = this.#options.chain();
    if (!chain) return;
    for (const moved of rows.moved(chain)) {
      this.#forget(moved.licence);
      this.#release(chain.platform, moved).catch((error: unknown) =>
        this.#options.logger.error({ err: error }, 'the file of a licence could not be unpinned'),
      );
    }
    if (chain.isComplete) {
      Promise.all([
        decisions.forgetMoved(chain.platform, chain.owners),
        decisions.markIndexed(chain.platform, chain.owners),
      ]).catch((error: unknown) =>
        this.#options.logger.error({ err: error }, 'decisions about licences could not be saved'),
      );
    }
    if (this.#options.isLeading?.() === false) return;
    for (const { licence } of rows.incomplete(chain)) {
      if (!chain.licence(licence)) continue;
      const isKnown = this.#failures.has(licence) || this.#queue.stateOf(licence) !== undefined;
      // A new purchase is delivered despite a background pause; deliveries of an earlier run are not.
      if (!isKnown) this.#queue.start(licence, this.#hasStarted);
    }
    this.#hasStarted = true;
  }

  /**
   * Records a failure.
   * @returns the delay before the next attempt in ms
   */
  #failed(licence: RawAddress, error: unknown, failures: number): number | undefined {
    const isFinal = isFinalFailure(error);
    const isExpected = error instanceof NodeError || error instanceof KeyNotFound;
    if (!isExpected) this.#options.logger.error({ err: error }, 'a licence could not be delivered');
    const message = isExpected ? deliveryMessage(error) : unexpectedErrorMessage;
    const signInHosts = error instanceof KeyNotFound ? error.signInHosts : [];
    this.#failures.set(licence, { message, isFinal, signInHosts });
    this.#urgent.delete(licence);
    return isFinal ? undefined : retryPauseMs(failures);
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);
