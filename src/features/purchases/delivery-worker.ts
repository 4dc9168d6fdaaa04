import type { Clock } from '../../core/clock.ts';
import { NodeError } from '../../core/node-error.ts';
import type { RawAddress } from '../../core/ton/ton-address.ts';
import type { RemoteFetch } from '../fetch/index.ts';
import type {
  ChainLicences,
  DeliveredContents,
  DeliveredPart,
  EncryptedLicence,
  KeyAccess,
} from './chain-licences.ts';
import { isFinalFailure, isLost } from './delivery-retries.ts';
import { type KeySearchOptions, searchKey } from './key-search.ts';
import type { DeliveryRepository } from './repository/delivery-repository.ts';

export interface DeliveryWorkerOptions extends KeySearchOptions {
  rows: DeliveryRepository;
  contents: DeliveredContents;
  /** Returns the licences on the followed chain; undefined: no chain is followed. */
  chain: () => ChainLicences | undefined;
  fetch: Pick<RemoteFetch, 'fetch'>;
  /** Returns whether a licence was ordered or accepted on this node. */
  isWanted: (licence: RawAddress) => boolean;
  clock: Clock;
}

const isMissing = (error: unknown): boolean =>
  error instanceof NodeError && error.code === 'content_not_found';

/** Limit of lost contents of one collection that an attempt asks for. */
const maxLost = 20;

/** Fetches the encrypted file of a licence, its key, and the receipt of the node that delivered the key. */
export class DeliveryWorker {
  readonly #options: DeliveryWorkerOptions;

  constructor(options: DeliveryWorkerOptions) {
    this.#options = options;
  }

  /**
   * Delivers one licence.
   * @returns whether everything is stored here; false when the licence no longer needs delivery
   */
  async run(address: RawAddress, isUrgent: boolean, signal: AbortSignal): Promise<boolean> {
    const { chain, contents, rows, isWanted } = this.#options;
    const licences = chain();
    const licence = licences?.licence(address);
    // The licence was resold or declined, or another chain is followed now.
    if (!licences || !licence || !isWanted(address)) return false;
    const access = licences.accessTo(licence);
    const { encrypted, facts } = licence;
    // Anyone may register the file of another author with a new key, and give away a licence of it.
    if (contents.hasOtherKey(encrypted, facts.key_hash)) {
      await this.#fetchFile(licence, isUrgent, signal);
      await contents.refuseOtherKey(encrypted);
    }
    const keyFailure = await this.#fetchKey(address, licence, access, signal).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    signal.throwIfAborted();
    // The file is fetched even without the key, which another node may deliver later.
    await this.#fetchFile(licence, isUrgent, signal).catch((error: unknown) => {
      // The error of the search for the key is more precise.
      throw keyFailure && isMissing(error) ? keyFailure.error : error;
    });
    if (keyFailure) throw keyFailure.error;
    await contents.check(licence);
    const parts = await contents.openParts(licence);
    // The licence may have been declined meanwhile.
    signal.throwIfAborted();
    await contents.pin(encrypted, true);
    if (signal.aborted && !rows.isKept(encrypted)) await contents.pin(encrypted, false);
    signal.throwIfAborted();
    // Only once, because the owner may delete the collection, or edit the file.
    if (!rows.has(licences.platform, address)) {
      await (parts.length > 0 ? contents.collect(encrypted) : contents.describe(encrypted));
    }
    await rows.keep(licences.platform, { licence: address, encrypted });
    await this.#fetchParts(parts, isUrgent, signal);
    return true;
  }

  async #fetchFile(
    { encrypted, size }: EncryptedLicence,
    isUrgent: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const { contents, fetch } = this.#options;
    if (contents.isStored(encrypted)) return;
    await fetch.fetch(encrypted, {
      priority: 'foreground',
      isRetry: true,
      isUrgent,
      signal,
      expectedSize: size,
    });
  }

  /** Fetches the contents of a sold collection; those that no node sends do not prevent the others. */
  async #fetchParts(parts: readonly DeliveredPart[], isUrgent: boolean, signal: AbortSignal): Promise<void> {
    const { contents, fetch } = this.#options;
    const failures: unknown[] = [];
    for (const part of parts) {
      const { encrypted } = part;
      signal.throwIfAborted();
      try {
        if (!contents.isStored(encrypted)) {
          await fetch.fetch(encrypted, { priority: 'foreground', isRetry: true, isUrgent, signal });
        }
        await contents.keepPart(part);
      } catch (error) {
        signal.throwIfAborted();
        if (!isLost(error) && !isFinalFailure(error)) throw error;
        failures.push(error);
        if (failures.filter(isLost).length === maxLost) break;
      }
    }
    if (failures.length === 0) return;
    // A missing content is worth another attempt, even if one is refused finally.
    throw failures.find(isLost) ?? failures[0];
  }

  async #fetchKey(
    address: RawAddress,
    licence: EncryptedLicence,
    access: KeyAccess,
    signal: AbortSignal,
  ): Promise<void> {
    const { contents, rows, clock } = this.#options;
    const { encrypted, facts } = licence;
    const hasReceipt = rows.receipt(facts.network, address) !== undefined;
    const hasKey = contents.hasKey(encrypted, facts.key_hash);
    if (hasKey && (hasReceipt || !contents.isDelivered(encrypted))) return;
    const found = await searchKey(this.#options, licence, access, signal);
    signal.throwIfAborted();
    await contents.keepKey(licence, found.key);
    await rows.putReceipt(facts.network, address, found.receipt, clock());
  }
}
