import { PeerError } from '../../platform/net/failures.ts';
import type { FetchSource } from '../fetch/fetch-source.ts';
import type { PeerRepository } from '../peers/repository/peer-repository.ts';
import { type NodeAccess, nodeAt } from '../sharing/node-at.ts';
import type { SigningWallet } from '../sharing/open-session.ts';
import type { WalletSessions } from '../sharing/wallet-sessions.ts';
import { KeyNotFound } from './key-not-found.ts';
import { type GivenKey, KeyRequest } from './key-request.ts';
import type { SealedLicence } from './licence-book.ts';

export interface KeySearchOptions extends NodeAccess {
  peers: Pick<PeerRepository, 'get'>;
  sessions: WalletSessions;
  /** The nodes that may have a content, best first. */
  sources: (sealed: Buffer) => readonly Pick<FetchSource, 'host' | 'known'>[];
  /** A node gave what it must not; `reason` is for a person. */
  onMisbehaved: (host: string, reason: string) => void;
}

/** Each is told which wallet bought what, so not all are asked. */
const mostAsked = 8;
const mostLookedAt = 32;

/** Finds a node that gives the key of a licence. */
export class KeySearch {
  readonly #options: KeySearchOptions;

  constructor(options: KeySearchOptions) {
    this.#options = options;
  }

  /** @throws KeyNotFound; the signal's reason */
  async run(licence: SealedLicence, wallet: SigningWallet, signal: AbortSignal): Promise<GivenKey> {
    const failures: { host: string; error: unknown }[] = [];
    let asked = 0;
    for (const { host, known } of this.#options.sources(licence.sealed).slice(0, mostLookedAt)) {
      if (asked >= mostAsked) break;
      try {
        const node = nodeAt(host, this.#options, signal);
        // Who does not have the file need not know who bought it.
        if (!known && !(await node.holds(licence.sealed))) continue;
        asked++;
        return await this.#ask(host, node, licence, wallet);
      } catch (error) {
        signal.throwIfAborted();
        failures.push({ host, error });
        if (error instanceof PeerError && error.code === 'invalid_answer') {
          this.#options.onMisbehaved(host, error.message);
        }
      }
    }
    throw new KeyNotFound(failures);
  }

  async #ask(
    host: string,
    node: ReturnType<typeof nodeAt>,
    { facts }: SealedLicence,
    wallet: SigningWallet,
  ): Promise<GivenKey> {
    const { sessions, peers } = this.#options;
    const request = new KeyRequest(facts);
    const { content_address, licence_address } = facts;
    const asked = { content_address, licence_address, recipient: request.recipient };
    const answer = await sessions.use(host, wallet, node, (token) => node.contentKey(token, asked));
    return request.verify(answer, peers.get(host)?.publicKey ?? null);
  }
}
