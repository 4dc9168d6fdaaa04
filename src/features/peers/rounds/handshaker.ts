import { TaskPool } from '../../../core/concurrency/semaphore.ts';
import type { Logger } from '../../../core/log/logger.ts';
import { PeerError } from '../../../platform/net/failures.ts';
import type { NetworkMap } from '../network-map.ts';
import type { PeerBook } from '../peer-book.ts';
import type { PeerClient } from '../peer-client.ts';
import { isUsable } from '../peer-view.ts';
import type { PeerClocks } from './peer-clocks.ts';

const KNOWN_AT_ONCE = 8;
const CANDIDATES_AT_ONCE = 4;

export interface HandshakerOptions {
  book: PeerBook;
  client: PeerClient;
  map: NetworkMap;
  clocks: PeerClocks;
  /** A peer that could not be reached answers again: so may others. */
  onReturn: () => void;
  logger: Logger;
  /** Ends what waits and what runs. */
  signal: AbortSignal;
}

/** Shakes hands with peers, records how it went, and tries the nodes that they name. */
export class Handshaker {
  readonly #options: HandshakerOptions;
  /** Candidates wait in a line of their own: junk names must not hold up the nodes in use. */
  readonly #known = new TaskPool(KNOWN_AT_ONCE);
  readonly #candidates = new TaskPool(CANDIDATES_AT_ONCE);
  readonly #planned = new Map<string, Promise<void>>();
  readonly #running = new Map<string, Promise<void>>();

  constructor(options: HandshakerOptions) {
    this.#options = options;
  }

  /** Shakes hands at once, or joins the handshake that is under way with this host. Never rejects. */
  shake(host: string): Promise<void> {
    return shared(this.#running, host, () => this.#shake(host).catch((error) => this.#report(error, host)));
  }

  /** Shakes hands with all of them, a few at a time; resolves when each was tried. Never rejects. */
  async shakeInTurn(hosts: readonly string[]): Promise<void> {
    await Promise.all(
      hosts.map((host) =>
        shared(this.#planned, host, () =>
          this.#waitAndShake(host).catch((error) => this.#report(error, host)),
        ),
      ),
    );
  }

  /** Resolves when nothing runs or waits any more. */
  async settled(): Promise<void> {
    while (this.#planned.size + this.#running.size > 0) {
      await Promise.all([...this.#planned.values(), ...this.#running.values()]);
    }
  }

  async #waitAndShake(host: string): Promise<void> {
    const row = this.#options.book.find(host);
    const isCandidate = row?.source === 'learned' && row.verifiedAt === null;
    await (isCandidate ? this.#candidates : this.#known).run(() => this.shake(host));
  }

  async #shake(host: string): Promise<void> {
    const { book, client, map, clocks, signal, onReturn } = this.#options;
    const row = book.find(host);
    if (!row || row.source === 'removed' || signal.aborted) return;
    try {
      const trust = row.source !== 'learned' ? 'named' : row.verifiedAt === null ? 'learned' : 'proven';
      const { node, ...answer } = await client.handshake(host, trust, row.publicKey ?? undefined);
      if (signal.aborted) return;
      book.succeeded(host, { ...node, publicKey: answer.publicKey, latencyMs: answer.latencyMs });
      clocks.note(host, answer.clockOffsetMs);
      if (row.failures > 0) onReturn();
      const now = book.find(host);
      if (!now || !isUsable(now)) return;
      void this.shakeInTurn(book.learn(answer.candidates));
      map.note(host, book.known(answer.candidates.map(({ publicHost }) => publicHost)));
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof PeerError)) throw error;
      if (error.details.clockOffsetMs !== undefined) clocks.note(host, error.details.clockOffsetMs);
      book.failed(host, error);
    }
  }

  #report(error: unknown, peer: string): void {
    this.#options.logger.error({ err: error, peer }, 'a handshake could not be recorded');
  }
}

/** One run a key at a time: whoever comes while it lasts gets the same promise. */
function shared(map: Map<string, Promise<void>>, key: string, begin: () => Promise<void>): Promise<void> {
  const current = map.get(key);
  if (current) return current;
  const run = begin().finally(() => map.delete(key));
  map.set(key, run);
  return run;
}
