import type { ConstantMessageId, Message } from '../../../contract/messages/message.ts';
import type { Clock } from '../../../core/clock.ts';
import { message } from '../../../core/messages/message.ts';
import type { SecretBox } from '../../../crypto/secret-box.ts';
import type { Commands } from '../../../platform/sqlite/commands.ts';
import { commitAtOnce } from '../../../platform/sqlite/job-commands.ts';
import {
  AccessError,
  isUnauthorized,
  type PublicNode,
  RemoteProblem,
  type SigningWallet,
  signInWithWallet,
} from '../../public-nodes/index.ts';
import type { ShareHostRepository, ShareHostRow, ShareWay } from '../repository/share-host-repository.ts';

export interface ShareAccessOptions {
  hosts: ShareHostRepository;
  commands: Commands;
  tokenBox: SecretBox;
  wallet: SigningWallet;
  clock: Clock;
  onChange: () => void;
}

/** Signs in on public nodes and keeps the tokens, which never leave this class. */
export class ShareAccess {
  readonly #options: ShareAccessOptions;
  /** Running renewals of ended sessions. */
  readonly #renewing = new Map<string, Promise<string>>();

  constructor(options: ShareAccessOptions) {
    this.#options = options;
  }

  /** Signs in by wallet. @throws AccessError, PeerError, RemoteProblem */
  async signInByWallet(host: string, node: PublicNode): Promise<void> {
    await this.#keep(host, 'wallet', await this.#openSession(host, node));
  }

  /**
   * Signs in with an API token.
   * @throws AccessError when the token may not store files, PeerError, RemoteProblem
   */
  async signInByToken(host: string, token: string, node: PublicNode): Promise<void> {
    // A pasted token may contain invalid characters.
    const unknown = 'sharing.tokenUnknown';
    if (!/^[\x21-\x7e]+$/.test(token)) throw new AccessError(unknown);
    try {
      await node.check(token);
    } catch (error) {
      if (!(error instanceof RemoteProblem)) throw error;
      if (error.status === 401) throw new AccessError(unknown);
      throw error.status === 403 ? new AccessError('sharing.tokenMayNotStore') : error;
    }
    await this.#keep(host, 'token', token);
  }

  async usePracticeToken(host: string, token: string): Promise<void> {
    await this.#keep(host, 'practice', token);
  }

  /** Returns how this node is signed in on a host; undefined where it is not. */
  wayOf(host: string): ShareWay | undefined {
    const row = this.#options.hosts.get(host);
    return row?.encryptedToken ? row.way : undefined;
  }

  /**
   * Sends a request with the account of `way`, after one renewal of an ended wallet session.
   * @param isUnsharing whether the wallet may sign in for it after a sign-out
   * @throws AccessError when a sign-in is needed; the errors of `ask`
   */
  async use<T>(
    host: string,
    way: ShareWay,
    node: PublicNode,
    ask: (token: string) => Promise<T>,
    { isUnsharing = false } = {},
  ): Promise<T> {
    if (way === 'wallet' && !isUnsharing && !this.#options.hosts.get(host)) {
      throw new AccessError(message('sharing.signInToShare', { host: new URL(host).host }));
    }
    const token = this.#tokenOf(host, way) ?? (await this.#renew(host, way, node));
    try {
      return await ask(token);
    } catch (error) {
      if (!isUnauthorized(error)) throw redacted(token, error);
    }
    const current = this.#tokenOf(host, way);
    const newer = current !== undefined && current !== token ? current : await this.#renew(host, way, node);
    try {
      return await ask(newer);
    } catch (error) {
      if (!isUnauthorized(error)) throw redacted(newer, error);
      throw await this.#failed(host, way, 'sharing.sessionRejectedLater');
    }
  }

  async #renew(host: string, way: ShareWay, node: PublicNode): Promise<string> {
    if (way !== 'wallet') {
      const reason = way === 'practice' ? 'sharing.waitsForPractice' : 'sharing.tokenRejected';
      throw await this.#failed(host, way, reason);
    }
    const running = this.#renewing.get(host);
    if (running) return running;
    const renewing = this.#begin(host, node).finally(() => this.#renewing.delete(host));
    this.#renewing.set(host, renewing);
    return renewing;
  }

  async #begin(host: string, node: PublicNode): Promise<string> {
    try {
      const token = await this.#openSession(host, node);
      // A sign-out stays in effect, but contents shared by the wallet can still be removed.
      await this.#keep(host, 'wallet', token, () => this.#rowOf(host, 'wallet') !== undefined);
      return token;
    } catch (error) {
      if (error instanceof AccessError) throw await this.#failed(host, 'wallet', error.text);
      throw error;
    }
  }

  #openSession(host: string, node: PublicNode): Promise<string> {
    const { wallet, clock } = this.#options;
    return signInWithWallet(host, node, wallet, clock());
  }

  #tokenOf(host: string, way: ShareWay): string | undefined {
    const encrypted = this.#rowOf(host, way)?.encryptedToken;
    return encrypted ? this.#options.tokenBox.decrypt(encrypted) : undefined;
  }

  #rowOf(host: string, way: ShareWay): ShareHostRow | undefined {
    const row = this.#options.hosts.get(host);
    return row?.way === way ? row : undefined;
  }

  /** @param isWanted whether the token is kept, asked within the command */
  async #keep(host: string, way: ShareWay, token: string, isWanted = () => true): Promise<void> {
    const { hosts, commands, tokenBox, clock, onChange } = this.#options;
    const row = { host, way, encryptedToken: tokenBox.encrypt(token), signedInAt: clock(), message: null };
    await commitAtOnce(commands, () => {
      if (isWanted()) hosts.put(row);
    });
    onChange();
  }

  async #failed(host: string, way: ShareWay, text: ConstantMessageId | Message): Promise<AccessError> {
    const { hosts, commands, onChange } = this.#options;
    const error = new AccessError(text);
    const row = this.#rowOf(host, way);
    if (row) {
      await commitAtOnce(commands, () => hosts.fail(row, error.text));
      onChange();
    }
    return error;
  }
}

/** Removes the token from an error, because errors are shown and stored, and some nodes repeat received data. */
const redacted = (token: string, error: unknown): unknown =>
  error instanceof RemoteProblem ? error.redact(token) : error;
