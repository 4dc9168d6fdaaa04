import { isDeepStrictEqual } from 'node:util';
import type { Message } from '../../../contract/messages/message.ts';
import { ownerId } from '../../../core/caller.ts';
import { requestId, secretToken } from '../../../core/ids.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import { parseTonAddress } from '../../../core/ton/ton-address.ts';
import type { TonConnectRow } from '../repository/ton-connect-repository.ts';
import { displacedConnections, isLive, isOfPractice } from './displaced-connections.ts';
import { Expiry } from './expiry.ts';
import { Tasks } from './tasks.ts';
import { featuresOf, proofOf, refusalMessage, type WalletFeatures } from './wallet-answer.ts';
import {
  type ConnectionKey,
  type ForeignProof,
  type NewConnection,
  type TonConnectOptions,
  toWalletConnection,
  type WalletConnection,
} from './wallet-connection.ts';
import { type WalletApp, walletNamed } from './wallets.ts';
import { WorkerClient } from './worker-client.ts';
import type { FromWorker, WalletReply, WalletTransaction } from './worker-messages.ts';

/** Lifetime of a link, for which the SDK can restore it after a restart and bridges keep a reply. */
const defaultLinkLifetimeMs = 5 * 60_000;
const keyOf = ({ user, sessionId }: ConnectionKey): string => JSON.stringify([user, sessionId]);

/** Runs TON Connect on the server: the node keeps the wallet sessions of its users. */
export class TonConnect {
  readonly #options: TonConnectOptions;
  readonly #worker: WorkerClient;
  readonly #tasks = new Tasks();
  readonly #expiry = new Expiry();
  /** Current problems of connections' bridges. */
  readonly #problems = new Map<string, Message>();
  /** Features of connected wallets, which each states when it connects and when the SDK restores it. */
  readonly #features = new Map<string, WalletFeatures>();
  readonly #foreign = new Map<string, ForeignProof>();
  #restart: NodeJS.Timeout | undefined;
  #practiceApp: WalletApp | undefined;

  constructor(options: TonConnectOptions) {
    this.#options = options;
    this.#worker = new WorkerClient({
      wallets: () => this.#wallets,
      onMessage: (event) => this.#contain(() => this.#handle(event)),
      onLost: (cause) => this.#comeBack(cause),
    });
  }

  /** Restores the connections of an earlier run in the background. */
  async start(): Promise<void> {
    const { repository, mayAct } = this.#options;
    repository.removeEnded();
    for (const row of repository.live()) if (!(await mayAct(row))) repository.remove(row.id);
    this.#restoreAll();
  }

  /**
   * Stops, and resolves when nothing is in progress; connected wallets stay connected for the next start of the node.
   */
  async stop(): Promise<void> {
    clearTimeout(this.#restart);
    this.#expiry.clearAll();
    await this.#worker.close();
    await this.#tasks.settled();
  }

  /** Returns the wallets that the owner may connect. */
  walletApps(): Pick<WalletApp, 'appName' | 'name' | 'pageUrl'>[] {
    return this.#wallets;
  }

  /** Adds the wallet app of practice mode, or ends its connections and removes it. */
  setPracticeApp(app: WalletApp | undefined): void {
    const rows = this.#options.repository.live().filter(isOfPractice);
    const isNew = this.#practiceApp === undefined;
    if (!app) for (const { id } of rows) this.#end(id, 'failed', message('auth.connectEnded'));
    this.#practiceApp = app;
    this.#worker.setWallets(this.#wallets);
    if (app && isNew) this.#restoreAll(rows);
    this.#options.onChange();
  }

  /**
   * Creates a link for a wallet, which is linked to the user when it replies with a valid proof. Replaces the
   * connection of this session, and ends the oldest connections if there are too many.
   * @throws NodeError `invalid_request` when the wallet is unknown
   */
  newConnection({ walletAppName, manifestUrl, foreign, ...key }: NewConnection): Promise<WalletConnection> {
    const { repository, clock, linkLifetimeMs = defaultLinkLifetimeMs } = this.#options;
    // The practice wallet app is the owner's: a link to it contains the secret address of its page.
    const offered = key.user === ownerId ? this.#wallets : this.#options.wallets;
    const wallet = walletNamed(offered, walletAppName);
    return this.#tasks.run(keyOf(key), async () => {
      this.#forget(repository.ofSession(key.user, key.sessionId));
      for (const { id } of displacedConnections(repository.live(), key.user)) {
        this.#end(id, 'failed', message('auth.connectCrowdedOut'));
      }
      const id = requestId();
      const payload = foreign?.payload ?? secretToken();
      if (foreign) this.#foreign.set(id, foreign);
      const expiresAt = clock() + linkLifetimeMs;
      repository.add({ id, ...key, walletApp: wallet.appName, manifestUrl, payload, expiresAt });
      try {
        repository.setLink(id, await this.#worker.connect({ id, wallet, manifestUrl, payload }));
      } catch (error) {
        this.#foreign.delete(id);
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
    return row?.link && this.#isOffered(row) ? this.#view(row) : undefined;
  }

  /**
   * Asks the wallet of a connection to sign and send a transaction. Resolves when it has replied or can no longer
   * reply; only the chain shows whether the transaction was sent.
   * @returns undefined when no wallet is connected, or another one than `transaction.from`
   */
  ask(key: ConnectionKey, transaction: WalletTransaction): Promise<WalletReply> | undefined {
    const row = this.#options.repository.ofSession(key.user, key.sessionId);
    if (row?.state !== 'connected' || row.address === null || !this.#isOffered(row)) return undefined;
    if (parseTonAddress(row.address) !== parseTonAddress(transaction.from)) return undefined;
    return this.#worker.ask(row.id, transaction);
  }

  /** Disconnects the wallet, if any, and removes the connection; the wallet stays linked. */
  endConnection(key: ConnectionKey): Promise<void> {
    return this.#tasks.run(keyOf(key), async () => {
      const row = this.#options.repository.ofSession(key.user, key.sessionId);
      this.#forget(row);
      if (row) this.#options.onChange();
    });
  }

  /** Ends the connections of all sessions of a user in the background. */
  endConnectionsOf(user: string): void {
    const rows = this.#options.repository.live().filter((row) => row.user === user);
    this.#contain(() => Promise.all(rows.map((row) => this.endConnection(row))));
  }

  /** Ends connections in the background whose session or token has ended, perhaps at another replica. */
  endOrphans(): void {
    const { repository, mayAct } = this.#options;
    const endIfOver = async (row: TonConnectRow) => (await mayAct(row)) || this.endConnection(row);
    for (const row of repository.live()) this.#contain(() => endIfOver(row));
  }

  get #wallets(): WalletApp[] {
    const { wallets } = this.#options;
    return this.#practiceApp ? [this.#practiceApp, ...wallets] : wallets;
  }

  /** Returns whether the app of a connection can be used: that of practice mode only while it runs. */
  #isOffered(row: TonConnectRow): boolean {
    return this.#practiceApp !== undefined || !isOfPractice(row);
  }

  #restoreAll(rows = this.#options.repository.live()): void {
    for (const row of rows) {
      const { id, state, manifestUrl, sdkState, expiresAt } = row;
      if (!this.#isOffered(row)) continue;
      if (state === 'pending' && !this.#expireLater(id, expiresAt)) continue;
      this.#worker.restore({ id, manifestUrl, state: JSON.parse(sdkState) });
    }
  }

  #comeBack(cause: string): void {
    const { logger, restartDelayMs = 10_000 } = this.#options;
    logger.warn({ cause }, 'the TON Connect worker ended unexpectedly; restarting it');
    this.#restart = setTimeout(() => this.#restoreAll(), restartDelayMs);
  }

  #handle(event: FromWorker): void {
    if (event.type === 'escaped') {
      this.#options.logger.debug({ reason: event.reason }, 'unhandled error of the TON Connect SDK');
      return;
    }
    const { repository } = this.#options;
    const row = repository.get(event.id);
    if (!row || !isLive(row)) return;
    switch (event.type) {
      case 'state':
        repository.setSdkState(row.id, JSON.stringify(event.state));
        return;
      case 'wallet':
        this.#features.set(row.id, featuresOf(event.features));
        if (row.state === 'pending')
          this.#contain(() => this.#tasks.run(keyOf(row), () => this.#link(row.id, event)));
        else this.#options.onChange();
        return;
      case 'refused':
        this.#end(row.id, 'failed', refusalMessage(event.refusal, row.manifestUrl));
        return;
      case 'disconnected':
        this.#end(row.id, 'failed', message('auth.connectEnded'));
        return;
      case 'bridge':
        this.#noteProblem(row.id, event.problem);
        return;
      case 'failed':
        this.#options.logger.warn({ reason: event.reason }, 'a TON Connect session failed');
        this.#end(row.id, 'failed', message('auth.connectFailed'));
    }
  }

  /** Handles a wallet's reply and verifies its proof. */
  async #link(id: string, answer: Extract<FromWorker, { type: 'wallet' }>): Promise<void> {
    const { repository, linkWallet, logger } = this.#options;
    const row = repository.get(id);
    if (row?.state !== 'pending' || !this.#expireLater(id, row.expiresAt)) return;
    const proof = proofOf(answer);
    if (proof?.ton_proof.payload !== row.payload) {
      this.#end(id, 'failed', message(proof ? 'auth.connectOtherPayload' : 'auth.connectNoProof'));
      return;
    }
    this.#expiry.clear(id);
    try {
      const foreign = this.#foreign.get(id);
      if (foreign) {
        await foreign.take(proof);
        this.#forget(repository.get(id));
        return this.#options.onChange();
      }
      const { address } = await linkWallet(row, proof, new URL(row.manifestUrl).host);
      // The wallet may have disconnected in the meantime; it is linked nevertheless.
      if (repository.get(id)?.state !== 'pending') return;
      repository.connect(id, address);
      this.#options.onChange();
    } catch (error) {
      if (!(error instanceof NodeError))
        logger.error({ err: error }, 'the proof of a wallet could not be used');
      this.#end(id, 'failed', error instanceof NodeError ? error.text : message('auth.connectFailed'));
    }
  }

  /** Closes a connection and keeps the reason until another is requested. */
  #end(id: string, state: 'failed' | 'expired', why: Message | null): void {
    const { repository, onChange } = this.#options;
    const row = repository.get(id);
    if (!row || !isLive(row)) return;
    this.#close(id);
    repository.end(id, state, why);
    onChange();
  }

  #forget(row: TonConnectRow | undefined): void {
    if (!row) return;
    if (isLive(row)) this.#close(row.id);
    this.#options.repository.remove(row.id);
  }

  #close(id: string): void {
    this.#expiry.clear(id);
    this.#problems.delete(id);
    this.#features.delete(id);
    this.#foreign.delete(id);
    this.#worker.end(id);
  }

  /** @returns false when it has already expired */
  #expireLater(id: string, expiresAt: number): boolean {
    const left = expiresAt - this.#options.clock();
    if (left <= 0) {
      this.#end(id, 'expired', null);
      return false;
    }
    const expire = (): void => this.#end(id, 'expired', this.#problems.get(id) ?? null);
    this.#expiry.set(id, left, () => this.#contain(expire));
    return true;
  }

  /** Logs errors of background work, e.g. of a full disk, which would end the process otherwise. */
  #contain(work: () => unknown): void {
    const attempt = async (): Promise<unknown> => work();
    attempt().catch((error: unknown) =>
      this.#options.logger.error({ err: error }, 'background work of TON Connect failed'),
    );
  }

  #noteProblem(id: string, problem: Message | undefined): void {
    if (isDeepStrictEqual(this.#problems.get(id), problem)) return;
    if (problem === undefined) this.#problems.delete(id);
    else this.#problems.set(id, problem);
    this.#options.onChange();
  }

  #view(row: TonConnectRow): WalletConnection {
    return toWalletConnection(row, this.#problems.get(row.id), this.#features.get(row.id));
  }
}
