import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/log/logger.ts';
import { PeerError } from '../../platform/net/failures/peer-error.ts';
import type { HostTrust } from '../../platform/net/guarded/address-policy.ts';
import { maxPeerBackoffMs } from '../../platform/net/peer-backoff.ts';
import { type ChangesPage, ChangesReader, type ListConnection } from './changes-page.ts';
import type { IndexWriter } from './index-writer.ts';
import { readRemoteEntry } from './remote-entry.ts';
import type { SyncState, SyncStateRepository } from './repository/sync-state-repository.ts';

/** Number of pages that are read before it is the turn of another node. */
const pagesATurn = 20;
/** Limit of pages in a row without changes; every honest list stays below it. */
const maxUnchangedPages = 50;
/** Number of entries that every list may have, even where the index keeps fewer. */
const alwaysAllowed = 10_000;

export interface HostSyncOptions {
  states: SyncStateRepository;
  writer: IndexWriter;
  connection: ListConnection;
  maxContents: number;
  clock: Clock;
  logger: Logger;
}

/** Reads the lists of other nodes, which are unverified and may exceed the limits. */
export class HostSync {
  readonly #options: HostSyncOptions;
  /** Number of pages in a row without changes, by node. */
  readonly #unchangedPages = new Map<number, number>();

  constructor(options: HostSyncOptions) {
    this.#options = options;
  }

  /**
   * Reads some pages of a node's list from the saved position on.
   * @param mayGoOn returns whether the node may still be asked
   * @returns whether the end of the list was reached
   * @throws PeerError, or the signal's reason
   */
  async turn(
    id: number,
    trust: HostTrust,
    { mayGoOn, signal }: { mayGoOn: () => boolean; signal: AbortSignal },
  ): Promise<boolean> {
    const { states } = this.#options;
    let reader: ChangesReader | undefined;
    for (let pages = 0; pages < pagesATurn && mayGoOn(); pages += 1) {
      const state = states.get(id);
      if (!state) return true;
      reader ??= new ChangesReader(this.#options.connection, state.host, trust);
      const page = await reader.read(state.cursor, signal);
      // A new pass through the list began since the request.
      if (states.get(id)?.pass !== state.pass) continue;
      if (page === 'refused') this.#restart(state);
      else if (await this.#take(state, page, signal)) return true;
    }
    return false;
  }

  /** Writes a page; returns whether it was the end of the list. */
  async #take(state: SyncState, page: ChangesPage, signal: AbortSignal): Promise<boolean> {
    const { writer, states, clock, logger } = this.#options;
    const { items, nextCursor } = page;
    const isEnd = items.length === 0 || nextCursor === null;
    if (!isEnd && nextCursor === state.cursor) throw this.#endlessError(state);
    const now = clock();
    const entries = items.map((item) => readRemoteEntry(item, now)).filter((entry) => entry !== undefined);
    const skipped = items.length - entries.length;
    if (skipped > 0)
      logger.info({ peer: state.host, skipped }, 'invalid entries in the list of a node were skipped');
    const changed = await writer.write(state, entries, nextCursor ?? state.cursor, signal);
    if (isEnd) {
      await writer.removeEarlier(state, signal);
      states.update(state.id, { entries: 0 });
      this.#unchangedPages.delete(state.id);
      return true;
    }
    this.#judge(state, changed);
    return false;
  }

  /** Restarts the list, because the node may have been set up anew; fails where the last attempt failed, too. */
  #restart(state: SyncState): void {
    const { states } = this.#options;
    states.restart(state.id, state.publicKey);
    if (state.failures > 0) throw new PeerError('invalid_answer', 'discovery.positionLost');
    states.update(state.id, { failures: 1 });
  }

  #judge(state: SyncState, changed: number): void {
    const { states, maxContents } = this.#options;
    const unchanged = changed > 0 ? 0 : (this.#unchangedPages.get(state.id) ?? 0) + 1;
    this.#unchangedPages.set(state.id, unchanged);
    if (unchanged >= maxUnchangedPages) throw this.#endlessError(state);
    if (state.entries <= Math.max(maxContents, alwaysAllowed)) return;
    states.update(state.id, { entries: 0 });
    throw new PeerError('invalid_answer', 'discovery.tooManyEntries', { retryAfterMs: maxPeerBackoffMs });
  }

  #endlessError(state: SyncState): PeerError {
    this.#unchangedPages.delete(state.id);
    return new PeerError('invalid_answer', 'discovery.endlessList', { retryAfterMs: maxPeerBackoffMs });
  }
}
