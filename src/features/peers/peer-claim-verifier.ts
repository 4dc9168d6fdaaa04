import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { HandshakeRequest } from '../../contract/node-api/peers.ts';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/log/logger.ts';
import { PeerError } from '../../platform/net/failures/peer-error.ts';
import { hostTrustOf } from './peer.ts';
import type { PeerBook } from './peer-book.ts';
import type { PeerClient } from './peer-client.ts';

const atOnce = 4;
const maxWaiting = 64;
/** Minimum interval between verifications of one host, whoever claims it. */
const pauseMs = 60_000;
/** Time after a proof in which the same claim is not verified again. */
const provenForMs = 600_000;

export interface PeerClaimVerifierOptions {
  book: PeerBook;
  client: PeerClient;
  ownKey: string;
  ownHost: string | undefined;
  clock: Clock;
  logger: Logger;
  signal: AbortSignal;
}

/**
 * Verifies the claims of public nodes after their handshakes: a node is recorded only when its request was signed with
 * the key that its host states, and the host says that it is public.
 */
export class PeerClaimVerifier {
  readonly #options: PeerClaimVerifierOptions;
  readonly #queue = new PQueue({ concurrency: atOnce });
  readonly #askedAt = new LRUCache<string, number>({ max: 4096 });

  constructor(options: PeerClaimVerifierOptions) {
    this.#options = options;
  }

  /**
   * Verifies a claim in the background; never throws.
   * @param request verified; its sender claims to be reachable at `publicHost`
   */
  verifyLater(publicHost: string, request: HandshakeRequest): void {
    if (!this.#isWorthAsking(publicHost, request.public_key)) return;
    this.#askedAt.set(publicHost, this.#options.clock());
    this.#queue
      .add(() => this.#prove(publicHost, request))
      .catch((error: unknown) =>
        this.#options.logger.error({ err: error }, 'the claim of a public node could not be verified'),
      );
  }

  /** Resolves when no verification runs or waits. */
  settled(): Promise<void> {
    return this.#queue.onIdle();
  }

  #isWorthAsking(publicHost: string, publicKey: string): boolean {
    const { book, ownKey, ownHost, clock, signal } = this.#options;
    if (signal.aborted || this.#queue.size >= maxWaiting) return false;
    if (publicHost === ownHost || publicKey === ownKey) return false;
    const now = clock();
    if (Math.abs(now - (this.#askedAt.get(publicHost) ?? Number.NEGATIVE_INFINITY)) < pauseMs) return false;
    const row = book.find(publicHost);
    if (row?.source === 'removed') return false;
    const isProven = row?.verifiedAt != null && row.publicKey === publicKey && row.failures === 0;
    return !isProven || now - (row.lastContact ?? 0) >= provenForMs;
  }

  async #prove(publicHost: string, request: HandshakeRequest): Promise<void> {
    const { book, client, signal } = this.#options;
    const { public_key: publicKey, version, capabilities, metrics } = request;
    const row = book.find(publicHost);
    try {
      const trust = row ? hostTrustOf(row) : 'learned';
      const { node, latencyMs } = await client.info(publicHost, trust);
      if (signal.aborted || node.public_key !== publicKey || node.node_type !== 'public') return;
      await book.learn([{ publicKey, publicHost }]);
      await book.recordSuccess(publicHost, { publicKey, version, capabilities, metrics, latencyMs });
    } catch (error) {
      // An unproven claim is not recorded, because it says nothing about a peer.
      if (!(error instanceof PeerError)) throw error;
    }
  }
}
