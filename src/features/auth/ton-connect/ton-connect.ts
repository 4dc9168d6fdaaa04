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
import { featuresOf, proofOf, refusalMessage } from './wallet-answer.ts';
import {
  ConnectionFacts,
  type ConnectionKey,
  type ForeignProof,
  isOver,
  keyOf,
  type NewConnection,
  type TonConnectOptions,
  type WalletConnection,
} from './wallet-connection.ts';
import { type WalletApp, walletNamed } from './wallets.ts';
import { WorkerClient } from './worker-client.ts';
import type { FromWorker, WalletReply, WalletTransaction } from './worker-messages.ts';

/** Lifetime of a link, for which the SDK can restore it after a restart and bridges keep a reply. */
const defaultLinkLifetimeMs = 5 * 60_000;

/** Runs TON Connect on the server: the node keeps the wallet sessions of its users. */
export class TonConnect {
  readonly #options: TonConnectOptions;
  readonly #worker: WorkerClient;
  readonly #tasks: Tasks;
  readonly #expiry = new Expiry();
  readonly #facts = new ConnectionFacts();
  readonly #foreign = new Map<string, ForeignProof>();
  #restart: NodeJS.Timeout | undefined;
  #practiceApp: WalletApp | undefined;

  constructor(options: TonConnectOptions) {
    this.#options = options;
    this.#tasks = new Tasks(options.logger);
    this.#worker = new WorkerClient({
      wallets: () => this.#wallets,
      onMessage: (event) => this.#tasks.contain(() => this.#handle(event)),
      onLost: (cause) => this.#comeBack(cause),
    });
  }

  /** Restores the connections of an earlier run in the background. */
  async start(): Promise<void> {
    const { repository } = this.#options;
    repository.removeEnded();
    for (const row of repository.live()) if (await isOver(row, this.#options)) repository.remove(row.id);
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
   * connection of this session, at any replica, and ends the oldest connections here if there are too many.
   * @throws NodeError `invalid_request` when the wallet is unknown
   */
  newConnection({ walletAppName, manifestUrl, foreign, ...key }: NewConnection): Promise<WalletConnection> {
    const { repository, shared, clock, linkLifetimeMs = defaultLinkLifetimeMs } = this.#options;
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
        if (!foreign) await shared?.set({ id, ...key });
      } catch (error) {
        this.#close(id);
        repository.remove(id);
        throw error;
      }
      this.#expireLater(id, expiresAt);
      this.#options.onChange();
      return this.#facts.describe(repository.get(id) as TonConnectRow);
    });
  }

  connectionOf({ user, sessionId }: ConnectionKey): WalletConnection | undefined {
    const row = this.#options.repository.ofSession(user, sessionId);
    return row?.link && this.#isOffered(row) ? this.#facts.describe(row) : undefined;
  }

  /** Returns the address of the wallet that a session has connected, perhaps at another replica. */
  addressOf(key: ConnectionKey): string | null {
    return this.connectionOf(key)?.address ?? this.#options.shared?.addressOf(key) ?? null;
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

  /** Disconnects the wallet, if any, and removes the connection, at any replica; the wallet stays linked. */
  endConnection(key: ConnectionKey): Promise<void> {
    return this.#tasks.run(keyOf(key), async () => {
      const { repository, shared } = this.#options;
      await shared?.remove(key);
      const row = repository.ofSession(key.user, key.sessionId);
      this.#forget(row);
      if (row) this.#options.onChange();
    });
  }

  /** Ends the connections of all sessions of a user in the background. */
  endConnectionsOf(user: string): void {
    const rows = this.#options.repository.live().filter((row) => row.user === user);
    this.#tasks.contain(() => Promise.all(rows.map((row) => this.endConnection(row))));
  }

  /** Ends connections in the background whose session has ended or uses another one, perhaps at another replica. */
  endOrphans(): void {
    const rows = this.#options.repository.live().filter(({ id }) => !this.#foreign.has(id));
    for (const row of rows)
      this.#tasks.contain(() => this.#tasks.run(keyOf(row), () => this.#endIfOver(row.id)));
  }

  async #endIfOver(id: string): Promise<void> {
    const { repository, shared, onChange } = this.#options;
    const row = repository.get(id);
    if (!row || !isLive(row) || !(await isOver(row, this.#options))) return;
    this.#forget(row);
    onChange();
    await shared?.remove(row, id);
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
        this.#facts.setFeatures(row.id, featuresOf(event.features));
        if (row.state === 'pending')
          this.#tasks.contain(() => this.#tasks.run(keyOf(row), () => this.#link(row.id, event)));
        else this.#options.onChange();
        return;
      case 'refused':
        this.#end(row.id, 'failed', refusalMessage(event.refusal, row.manifestUrl));
        return;
      case 'disconnected':
        this.#end(row.id, 'failed', message('auth.connectEnded'));
        return;
      case 'bridge':
        if (this.#facts.setProblem(row.id, event.problem)) this.#options.onChange();
        return;
      case 'failed':
        this.#options.logger.warn({ reason: event.reason }, 'a TON Connect session failed');
        this.#end(row.id, 'failed', message('auth.connectFailed'));
    }
  }

  /** Handles a wallet's reply and verifies its proof. */
  async #link(id: string, answer: Extract<FromWorker, { type: 'wallet' }>): Promise<void> {
    const { repository, shared, linkWallet, logger } = this.#options;
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
      // Before other replicas know the wallet, because an API token may sign out there.
      await shared?.connect(row, proof.account.address);
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
    const { repository, shared, onChange } = this.#options;
    const row = repository.get(id);
    if (!row || !isLive(row)) return;
    this.#close(id);
    repository.end(id, state, why);
    onChange();
    if (shared) this.#tasks.contain(() => shared.remove(row, id));
  }

  #forget(row: TonConnectRow | undefined): void {
    if (!row) return;
    if (isLive(row)) this.#close(row.id);
    this.#options.repository.remove(row.id);
  }

  #close(id: string): void {
    this.#expiry.clear(id);
    this.#facts.forget(id);
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
    const expire = (): void => this.#end(id, 'expired', this.#facts.problemOf(id));
    this.#expiry.set(id, left, () => this.#tasks.contain(expire));
    return true;
  }
}
