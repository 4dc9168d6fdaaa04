import type { Clock } from '../../core/clock.ts';
import type { PublicNode } from './public-node.ts';
import { isUnauthorized, RemoteProblem } from './remote-problem.ts';
import { AccessError, type RemoteWallet, SignInRequired, signInWithWallet } from './wallet-sign-in.ts';

/**
 * Keeps sessions of the owner's wallets on other nodes, in memory only. Purchases use the session of the buying wallet,
 * and not the account used for sharing.
 */
export class RemoteSignIns {
  readonly #clock: Clock;
  readonly #tokens = new Map<string, Promise<string>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Keeps the session of a wallet that has signed in by its app. */
  async keep(host: string, wallet: RemoteWallet, token: string): Promise<void> {
    this.#tokens.set(await keyOf(host, wallet), Promise.resolve(token));
  }

  /**
   * Sends a request as a wallet; an ended session is renewed once.
   * @throws SignInRequired when only the wallet's app can sign in; AccessError when the node refuses the wallet;
   *   PeerError; and the errors of `ask`
   */
  async use<T>(
    host: string,
    wallet: RemoteWallet,
    node: PublicNode,
    ask: (token: string) => Promise<T>,
  ): Promise<T> {
    const key = await keyOf(host, wallet);
    const isNew = !this.#tokens.has(key);
    const token = await this.#tokenOf(key, host, wallet, node);
    try {
      return await ask(token);
    } catch (error) {
      if (!isUnauthorized(error)) throw error instanceof RemoteProblem ? error.redact(token) : error;
      this.#tokens.delete(key);
      if (isNew) throw new AccessError('sharing.sessionRejected');
    }
    return this.use(host, wallet, node, ask);
  }

  #tokenOf(key: string, host: string, { address, prove }: RemoteWallet, node: PublicNode): Promise<string> {
    const known = this.#tokens.get(key);
    if (known) return known;
    if (!prove) throw new SignInRequired(host);
    const opening = signInWithWallet(host, node, { address, prove }, this.#clock());
    this.#tokens.set(key, opening);
    opening.catch(() => {
      if (this.#tokens.get(key) === opening) this.#tokens.delete(key);
    });
    return opening;
  }
}

const keyOf = async (host: string, wallet: RemoteWallet): Promise<string> =>
  `${await wallet.address()}@${host}`;
