import { type TonProofInput, tonProof } from '../../contract/endpoints/auth.ts';
import type { Clock } from '../../core/clock.ts';
import { requestId, secretToken } from '../../core/ids.ts';
import type { Logger } from '../../core/logger.ts';
import { NodeError } from '../../core/node-error.ts';
import { PerKey } from '../../core/per-key.ts';
import type { TonConnectRepository, TonConnectRow } from '../../db/ton-connect.ts';
import type { WalletApp } from './wallets.ts';
import { WorkerClient } from './worker-client.ts';
import type { FromWorker, Refusal } from './worker-messages.ts';

/** Verifies that a wallet signed this proof for this domain, and links the wallet to the user. */
export type LinkWallet = (user: string, proof: TonProofInput, domain: string) => Promise<{ address: string }>;

export interface TonConnectOptions {
  repository: TonConnectRepository;
  /** The wallets that people may connect, the usual one first. */
  wallets: WalletApp[];
  /** Throws a `NodeError` where the proof does not count. */
  linkWallet: LinkWallet;
  clock: Clock;
  logger: Logger;
  /** Called after every change of what `connectionOf` answers. */
  onChange: () => void;
  /** How long a link is good. */
  linkLifetimeMs?: number;
  /** How long to wait before the worker is started again after it was lost. */
  restartDelayMs?: number;
}

/** A TON Connect session of a user, as it stands. */
export interface WalletConnection {
  state: TonConnectRow['state'];
  walletAppName: string;
  /** For the wallet, as a link or a QR code. */
  connectionLink: string;
  /** Until when the link is good, in milliseconds. */
  expiresAt: number;
  /** The wallet's address once it is connected. */
  address: string | null;
  /** Why it failed, or what hinders it, for a person. */
  message: string | null;
}

/** Whose connection: there is one for each session of a user. */
export interface ConnectionKey {
  user: string;
  sessionId: string;
}

/** As long as the SDK takes up a link again after a restart; bridges keep an answer as long. */
const defaultLinkLifetimeMs = 5 * 60_000;
/** Each holds a stream open. */
const maxConnections = 256;

const refusals: Record<Refusal, (row: TonConnectRow) => string> = {
  declined: () => 'The connection was declined in the wallet.',
  manifest: ({ manifestUrl }) =>
    `The wallet could not read the manifest at ${manifestUrl}, which it fetches over the internet. Name one that it can reach: sign_in.manifest_url.`,
  other: () => 'The wallet could not connect. Try again, or use another wallet.',
};

const keyOf = ({ user, sessionId }: ConnectionKey): string => JSON.stringify([user, sessionId]);
const isLive = ({ state }: TonConnectRow): boolean => state === 'pending' || state === 'connected';

/** TON Connect on the server (protocol, 3.7): the node keeps the sessions of its users' wallets. */
export class TonConnect {
  readonly #options: TonConnectOptions;
  readonly #worker: WorkerClient;
  readonly #oneByOne = new PerKey();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #expiry = new Map<string, NodeJS.Timeout>();
  /** What hinders a connection's bridge now. */
  readonly #problems = new Map<string, string>();
  #restart: NodeJS.Timeout | undefined;

  constructor(options: TonConnectOptions) {
    this.#options = options;
    this.#worker = new WorkerClient({
      wallets: options.wallets,
      onMessage: (message) => this.#take(message),
      onLost: (cause) => this.#comeBack(cause),
    });
  }

  /** Takes up what an earlier run left, without waiting for it. */
  start(): void {
    this.#options.repository.removeEnded();
    this.#restoreAll();
  }

  /** Resolves when nothing is under way. What is connected stays so for the next start. Final. */
  async stop(): Promise<void> {
    clearTimeout(this.#restart);
    for (const timer of this.#expiry.values()) clearTimeout(timer);
    this.#expiry.clear();
    await this.#worker.close();
    await Promise.allSettled(this.#underWay);
  }

  /** The wallets that people may connect. */
  walletApps(): { appName: string; name: string }[] {
    return this.#options.wallets.map(({ appName, name }) => ({ appName, name }));
  }

  /**
   * Makes a link for a wallet, in place of any connection of this session. When the wallet answers with a
   * valid proof, it is linked to the user.
   * @param walletAppName the first of the list where not given
   * @param manifestUrl what the wallet shows its person; proofs are for its host
   * @throws NodeError `invalid_request` when the wallet is unknown, `too_busy`
   */
  newConnection({
    walletAppName,
    manifestUrl,
    ...key
  }: ConnectionKey & { walletAppName?: string | undefined; manifestUrl: string }): Promise<WalletConnection> {
    const { repository, clock, linkLifetimeMs = defaultLinkLifetimeMs } = this.#options;
    const wallet = this.#walletNamed(walletAppName);
    return this.#run(key, async () => {
      this.#forget(repository.ofSession(key.user, key.sessionId));
      if (repository.countLive() >= maxConnections) throw tooBusy();
      const id = requestId();
      const payload = secretToken();
      const expiresAt = clock() + linkLifetimeMs;
      repository.add({ id, ...key, walletApp: wallet.appName, manifestUrl, payload, expiresAt });
      try {
        repository.setLink(id, await this.#worker.connect({ id, wallet, manifestUrl, payload }));
      } catch (error) {
        repository.remove(id);
        throw error;
      }
      this.#expireLater(id, expiresAt);
      this.#options.onChange();
      return this.#view(repository.get(id) as TonConnectRow);
    });
  }

  connectionOf({ user, sessionId }: ConnectionKey): WalletConnection | undefined {
    const row = this.#options.repository.ofSession(user, sessionId);
    return row?.link ? this.#view(row) : undefined;
  }

  /** Tells the wallet, where one is connected, and forgets the connection; the wallet stays linked. */
  endConnection(key: ConnectionKey): Promise<void> {
    return this.#run(key, async () => {
      this.#forget(this.#options.repository.ofSession(key.user, key.sessionId));
      this.#options.onChange();
    });
  }

  /** @throws NodeError `invalid_request` */
  #walletNamed(appName: string | undefined): WalletApp {
    const { wallets } = this.#options;
    const wallet = appName === undefined ? wallets[0] : wallets.find((app) => app.appName === appName);
    if (wallet) return wallet;
    const known = wallets.map((app) => app.appName).join(', ');
    throw new NodeError('invalid_request', `This node knows no wallet of that name. It knows ${known}.`, {
      errors: [{ path: 'wallet_app_name', message: `must be one of ${known}` }],
    });
  }

  #restoreAll(): void {
    const { repository } = this.#options;
    for (const { id, state, manifestUrl, sdkState, expiresAt } of repository.live()) {
      if (state === 'pending' && !this.#expireLater(id, expiresAt)) continue;
      this.#worker.restore({ id, manifestUrl, state: JSON.parse(sdkState) });
    }
  }

  #comeBack(cause: string): void {
    const { logger, restartDelayMs = 10_000 } = this.#options;
    logger.warn({ cause }, 'the TON Connect worker was lost and will be started again');
    this.#restart = setTimeout(() => this.#restoreAll(), restartDelayMs);
  }

  #take(message: FromWorker): void {
    if (message.type === 'escaped') {
      this.#options.logger.debug({ reason: message.reason }, 'an error of the TON Connect SDK was contained');
      return;
    }
    const { repository } = this.#options;
    const row = repository.get(message.id);
    if (!row || !isLive(row)) return;
    switch (message.type) {
      case 'state':
        repository.setSdkState(row.id, JSON.stringify(message.state));
        return;
      case 'wallet':
        if (row.state === 'pending') void this.#run(row, () => this.#link(row.id, message));
        return;
      case 'refused':
        this.#end(row.id, 'failed', refusals[message.refusal](row));
        return;
      case 'disconnected':
        this.#end(row.id, 'failed', 'The connection was ended in the wallet.');
        return;
      case 'bridge':
        this.#noteProblem(row.id, message.problem);
        return;
      case 'failed':
        this.#options.logger.warn({ reason: message.reason }, 'a TON Connect session failed');
        this.#end(row.id, 'failed', refusals.other(row));
    }
  }

  /** A wallet has answered: whether its proof counts decides. */
  async #link(id: string, { account, proof }: { account: unknown; proof: unknown }): Promise<void> {
    const { repository, linkWallet, logger } = this.#options;
    const row = repository.get(id);
    if (row?.state !== 'pending') return;
    const answer = tonProof.safeParse({
      account,
      ton_proof: (proof as { proof?: unknown } | undefined)?.proof,
    });
    if (!answer.success) {
      this.#end(id, 'failed', 'The wallet answered without a proof. Try again, or use another wallet.');
      return;
    }
    if (answer.data.ton_proof.payload !== row.payload) {
      this.#end(id, 'failed', 'The wallet signed something else than it was asked to. Try again.');
      return;
    }
    this.#stopExpiry(id);
    try {
      const { address } = await linkWallet(row.user, answer.data, new URL(row.manifestUrl).host);
      // The wallet may have hung up meanwhile; it is linked all the same.
      if (repository.get(id)?.state !== 'pending') return;
      repository.connect(id, address);
      this.#options.onChange();
    } catch (error) {
      if (!(error instanceof NodeError)) logger.error({ err: error }, 'a wallet could not be linked');
      this.#end(id, 'failed', error instanceof NodeError ? error.message : refusals.other(row));
    }
  }

  /** Closes a connection and says why for as long as nobody asks for another. */
  #end(id: string, state: 'failed' | 'expired', message: string | null): void {
    this.#close(id);
    this.#options.repository.end(id, state, message);
    this.#options.onChange();
  }

  #forget(row: TonConnectRow | undefined): void {
    if (!row) return;
    if (isLive(row)) this.#close(row.id);
    this.#options.repository.remove(row.id);
  }

  #close(id: string): void {
    this.#stopExpiry(id);
    this.#problems.delete(id);
    this.#worker.end(id);
  }

  /** @returns false when the time is over already */
  #expireLater(id: string, expiresAt: number): boolean {
    const left = expiresAt - this.#options.clock();
    if (left <= 0) {
      this.#end(id, 'expired', null);
      return false;
    }
    const expire = (): void => this.#end(id, 'expired', this.#problems.get(id) ?? null);
    this.#stopExpiry(id);
    this.#expiry.set(id, setTimeout(expire, left).unref());
    return true;
  }

  #stopExpiry(id: string): void {
    clearTimeout(this.#expiry.get(id));
    this.#expiry.delete(id);
  }

  #noteProblem(id: string, problem: string | undefined): void {
    if (this.#problems.get(id) === problem) return;
    if (problem === undefined) this.#problems.delete(id);
    else this.#problems.set(id, problem);
    this.#options.onChange();
  }

  /** One task at a time for one session, and `stop` waits for it. */
  #run<T>(key: ConnectionKey, task: () => Promise<T>): Promise<T> {
    const running = this.#oneByOne.run(keyOf(key), task);
    const settled = running.then(
      () => {},
      () => {},
    );
    this.#underWay.add(settled);
    void settled.then(() => this.#underWay.delete(settled));
    return running;
  }

  #view({ id, state, walletApp, link, expiresAt, address, message }: TonConnectRow): WalletConnection {
    return {
      state,
      walletAppName: walletApp,
      connectionLink: link,
      expiresAt,
      address,
      message: message ?? this.#problems.get(id) ?? null,
    };
  }
}

const tooBusy = (): NodeError =>
  new NodeError('too_busy', 'This node keeps as many wallet connections as it can. Try again later.');
