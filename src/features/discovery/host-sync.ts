import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/log/logger.ts';
import { LONGEST_MS } from '../../platform/net/backoff.ts';
import { PeerError } from '../../platform/net/failures.ts';
import type { Trust } from '../peers/peer-client.ts';
import { type ChangesPage, ChangesReader, type ListAsking } from './changes-page.ts';
import type { IndexWriter } from './index-writer.ts';
import { readTold } from './remote-entry.ts';
import type { SyncState, SyncStateRepository } from './repository/sync-state-repository.ts';

/** Then it is the turn of others. */
const PAGES_A_TURN = 20;
/** In a row, without anything new: more than any honest list has. */
const USELESS_PAGES = 50;
/** A list may always be so long, even where less is kept. */
const ALWAYS_ALLOWED = 10_000;

export interface HostSyncOptions {
  states: SyncStateRepository;
  writer: IndexWriter;
  asking: ListAsking;
  mostContents: number;
  clock: Clock;
  logger: Logger;
}

/** Reads the lists of other nodes (protocol, section 7): what they tell are hints, and they may tell too much. */
export class HostSync {
  readonly #options: HostSyncOptions;
  /** Pages without anything new, by node. */
  readonly #useless = new Map<number, number>();

  constructor(options: HostSyncOptions) {
    this.#options = options;
  }

  /**
   * Reads some pages of a node's list, from where it was left.
   * @param mayGoOn whether the node may still be asked
   * @returns whether the list has come to its end
   * @throws PeerError, or the signal's reason
   */
  async turn(
    id: number,
    trust: Trust,
    { mayGoOn, signal }: { mayGoOn: () => boolean; signal: AbortSignal },
  ): Promise<boolean> {
    const { states } = this.#options;
    let reader: ChangesReader | undefined;
    for (let pages = 0; pages < PAGES_A_TURN && mayGoOn(); pages += 1) {
      const state = states.get(id);
      if (!state) return true;
      reader ??= new ChangesReader(this.#options.asking, state.host, trust);
      const page = await reader.read(state.cursor, signal);
      // The list is read anew since it was asked.
      if (states.get(id)?.pass !== state.pass) continue;
      if (page === 'refused') this.#beginAnew(state);
      else if (await this.#take(state, page, signal)) return true;
    }
    return false;
  }

  /** @returns whether this was the end of the list */
  async #take(state: SyncState, page: ChangesPage, signal: AbortSignal): Promise<boolean> {
    const { writer, states, clock, logger } = this.#options;
    const { items, nextCursor } = page;
    const isEnd = items.length === 0 || nextCursor === null;
    if (!isEnd && nextCursor === state.cursor) throw this.#endless(state);
    const now = clock();
    const told = items.map((item) => readTold(item, now)).filter((one) => one !== undefined);
    const skipped = items.length - told.length;
    if (skipped > 0) logger.info({ peer: state.host, skipped }, 'entries of a node’s list make no sense');
    const changed = await writer.take(state, told, nextCursor ?? state.cursor, signal);
    if (isEnd) {
      await writer.forgetEarlier(state, signal);
      states.note(state.id, { told: 0 });
      this.#useless.delete(state.id);
      return true;
    }
    this.#judge(state, changed);
    return false;
  }

  /** Told once it may be that the node was set up anew; if it goes on like that, it is no list. */
  #beginAnew(state: SyncState): void {
    const { states } = this.#options;
    states.beginAnew(state.id, state.publicKey);
    if (state.failures > 0) {
      throw new PeerError('invalid_answer', 'The node does not know any more how far its list was read.');
    }
    states.note(state.id, { failures: 1 });
  }

  #judge(state: SyncState, changed: number): void {
    const { states, mostContents } = this.#options;
    const useless = changed > 0 ? 0 : (this.#useless.get(state.id) ?? 0) + 1;
    this.#useless.set(state.id, useless);
    if (useless >= USELESS_PAGES) throw this.#endless(state);
    if (state.told <= Math.max(mostContents, ALWAYS_ALLOWED)) return;
    states.note(state.id, { told: 0 });
    throw new PeerError(
      'invalid_answer',
      'The node tells of more contents than this one keeps in mind. It is asked for the rest later.',
      { retryAfterMs: LONGEST_MS },
    );
  }

  #endless(state: SyncState): PeerError {
    this.#useless.delete(state.id);
    return new PeerError(
      'invalid_answer',
      'The node’s list of contents does not come to an end, so it is left alone for an hour.',
      { retryAfterMs: LONGEST_MS },
    );
  }
}
