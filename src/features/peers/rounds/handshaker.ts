import PQueue from 'p-queue';
import type { Lease } from '../../../core/concurrency/leader.ts';
import type { Logger } from '../../../core/log/logger.ts';
import { PeerError } from '../../../platform/net/failures/peer-error.ts';
import type { NetworkMap } from '../network-map.ts';
import { hostTrustOf, isUsable } from '../peer.ts';
import type { PeerBook } from '../peer-book.ts';
import type { PeerClient } from '../peer-client.ts';
import type { PeerClocks } from './peer-clocks.ts';

const knownAtOnce = 8;
const candidatesAtOnce = 4;

export interface HandshakerOptions {
  book: PeerBook;
  client: PeerClient;
  map: NetworkMap;
  clocks: PeerClocks;
  /** Called when an unreachable peer answers again, because others may answer too. */
  onReachableAgain: () => void;
  logger: Logger;
  /** Aborts waiting and running handshakes. */
  signal: AbortSignal;
}

/** The job for which handshakes run, if any. */
export interface HandshakeJob {
  /** Aborts handshakes that wait, but none that runs. */
  signal?: AbortSignal | undefined;
  lease?: Lease | undefined;
}

/** Shakes hands with peers, records the results, and shakes hands with the nodes that they name. */
export class Handshaker {
  readonly #options: HandshakerOptions;
  /** Candidates have a separate queue, so that invalid names do not delay known nodes. */
  readonly #known = new PQueue({ concurrency: knownAtOnce });
  readonly #candidates = new PQueue({ concurrency: candidatesAtOnce });
  readonly #planned = new Map<string, Promise<void>>();
  readonly #running = new Map<string, Promise<void>>();

  constructor(options: HandshakerOptions) {
    this.#options = options;
  }

  /** Shakes hands at once, or joins the running handshake with this host; never rejects. */
  handshake(host: string, job: HandshakeJob = {}): Promise<void> {
    return coalesce(this.#running, host, () =>
      this.#run(host, job).catch((error) => this.#report(error, host)),
    );
  }

  /** Shakes hands with all hosts, a few at a time, and resolves when each was tried; never rejects. */
  async handshakeAll(hosts: readonly string[], job: HandshakeJob = {}): Promise<void> {
    await Promise.all(
      hosts.map((host) =>
        coalesce(this.#planned, host, () =>
          this.#handshakeInTurn(host, job).catch((error) => this.#report(error, host)),
        ),
      ),
    );
  }

  /** Resolves when no handshake runs or waits. */
  async settled(): Promise<void> {
    while (this.#planned.size + this.#running.size > 0) {
      await Promise.all([...this.#planned.values(), ...this.#running.values()]);
    }
  }

  async #handshakeInTurn(host: string, job: HandshakeJob): Promise<void> {
    const row = this.#options.book.find(host);
    const isCandidate = row?.source === 'learned' && row.verifiedAt === null;
    await (isCandidate ? this.#candidates : this.#known).add(async () => {
      if (!job.signal?.aborted) await this.handshake(host, job);
    });
  }

  async #run(host: string, job: HandshakeJob): Promise<void> {
    const { book, client, map, clocks, signal, onReachableAgain } = this.#options;
    const row = book.find(host);
    if (!row || row.source === 'removed' || signal.aborted) return;
    try {
      const { node, ...answer } = await client.handshake(host, hostTrustOf(row), row.publicKey ?? undefined);
      if (signal.aborted) return;
      const { publicKey, latencyMs } = answer;
      await book.recordSuccess(host, { ...node, publicKey, latencyMs }, job.lease);
      clocks.record(host, answer.clockOffsetMs);
      if (row.failures > 0) onReachableAgain();
      const now = book.find(host);
      if (!now || !isUsable(now)) return;
      void this.handshakeAll(await book.learn(answer.candidates, job.lease), job);
      map.record(host, book.known(answer.candidates.map(({ publicHost }) => publicHost)));
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof PeerError)) throw error;
      if (error.details.clockOffsetMs !== undefined) clocks.record(host, error.details.clockOffsetMs);
      await book.recordFailure(host, error, job.lease);
    }
  }

  #report(error: unknown, peer: string): void {
    this.#options.logger.error({ err: error, peer }, 'a handshake could not be recorded');
    this.#options.book.postpone(peer);
  }
}

/** Runs `begin`, or joins its running call for the same key. */
function coalesce(map: Map<string, Promise<void>>, key: string, begin: () => Promise<void>): Promise<void> {
  const current = map.get(key);
  if (current) return current;
  const run = begin().finally(() => map.delete(key));
  map.set(key, run);
  return run;
}
