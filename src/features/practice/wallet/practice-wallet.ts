import { practiceApp } from '../../../contract/shell/practice-process.ts';
import { requestId } from '../../../core/ids.ts';
import type { Logger } from '../../../core/log/logger.ts';
import type { ChainAccess } from '../../chain/index.ts';
import { readWallet } from '../../chain/runtime.ts';
import { WalletAccount } from './wallet-account.ts';
import type { BridgeMessage, WalletBridge } from './wallet-bridge.ts';
import type { WalletFile, WalletRequest, WalletSession } from './wallet-file.ts';
import { type ConnectLink, connectEvent, proofPayload, refusals, WalletChannel } from './wallet-protocol.ts';
import { appRequest, readTransaction } from './wallet-request.ts';
import { TooLittleMoneyError, WalletTransfers } from './wallet-transfers.ts';

/** Limits; the oldest connection ends when there is another one. No app takes all requests. */
const limits = { sessions: 8, requests: 16, requestsOfApp: 8, handled: 64 };

export interface PracticeWalletOptions {
  file: WalletFile;
  chain: ChainAccess;
  bridge: Pick<WalletBridge, 'post'>;
  logger: Logger;
  signal: AbortSignal;
}

/** The last thing that happened, for the page. */
export type WalletOutcome = 'connected' | 'sent' | 'rejected' | 'too_little' | 'failed';

/** The wallet app of practice mode: it does nothing that its user has not confirmed on its page. */
export class PracticeWallet {
  readonly account: WalletAccount;
  readonly #options: PracticeWalletOptions;
  readonly #transfers: WalletTransfers;
  /** The link that waits for its user; a new one replaces it. */
  #link: { id: string; link: ConnectLink } | undefined;
  #outcome: WalletOutcome | undefined;
  #sending: string | undefined;
  #version = 0;

  constructor(options: PracticeWalletOptions) {
    const { file, chain, signal } = options;
    this.#options = options;
    this.account = new WalletAccount(file.seed);
    this.#sending = file.value.transfer?.purpose;
    this.#transfers = new WalletTransfers({
      account: this.account,
      chain,
      load: () => file.value.transfer,
      save: (transfer) => file.change({ transfer }),
      settle: ({ purpose, boc }, isExecuted) => this.#settle(purpose, isExecuted ? boc : undefined),
      signal,
    });
  }

  /** Changes with everything that the page shows, except the balance. */
  get version(): string {
    return `${this.#version}-${this.#open().length}`;
  }

  /** Finishes what an earlier run has signed. */
  async start(): Promise<void> {
    await this.#transfers.resume();
    this.#sending = undefined;
    this.#changed();
  }

  /** Returns what waits for the user, and the balance as far as it is known. */
  async view() {
    const { chain, file } = this.#options;
    const state = await readWallet(chain, this.account.address).catch(() => undefined);
    const hosts = new Map(file.value.sessions.map(({ keys, host }) => [keys.publicKey, host]));
    return {
      address: this.account.raw,
      balance: state?.balance,
      link: this.#link && { id: this.#link.id, host: hostOf(this.#link.link) },
      requests: this.#open().map((request) => ({
        ...request,
        host: hosts.get(request.session) ?? '',
        state: this.#stateOf(request.id),
      })),
      outcome: this.#outcome,
    };
  }

  /** Returns whether a request is being sent, or waits for another one that is. */
  #stateOf(id: string): 'open' | 'sending' | 'waiting' {
    if (this.#sending === undefined) return 'open';
    return id === this.#sending ? 'sending' : 'waiting';
  }

  /** Takes a link that the user opened; it connects nothing by itself. */
  open(link: ConnectLink): void {
    this.#link = { id: requestId(), link };
    this.#changed();
  }

  /** Confirms or rejects what the page shows under an id; ignores anything else. */
  answer(id: string, isConfirmed: boolean): void {
    if (this.#link?.id === id) return this.#answerLink(this.#link.link, isConfirmed);
    const request = this.#open().find((each) => each.id === id);
    if (!request || request.id === this.#sending) return;
    if (isConfirmed && this.#sending === undefined) void this.#send(request);
    else if (!isConfirmed) this.#reject(request, refusals.rejected, 'rejected');
  }

  /** Receives a message of the bridge. */
  receive({ from, to, message }: BridgeMessage): void {
    const session = this.#options.file.value.sessions.find(
      ({ keys, app }) => keys.publicKey === to && app === from,
    );
    if (!session) return;
    let parsed: ReturnType<typeof appRequest.safeParse>;
    try {
      parsed = appRequest.safeParse(new WalletChannel(session.keys).decrypt(from, message));
    } catch {
      return;
    }
    if (parsed.data) this.#handle(session, parsed.data);
  }

  #handle(
    session: WalletSession,
    { id: rpc, method, params }: { id: string; method: string; params: string[] },
  ): void {
    const { file } = this.#options;
    if (method === 'disconnect') {
      this.#post(session, { id: rpc, result: {} });
      this.#keepSessions(file.value.sessions.filter((each) => each !== session));
      return this.#changed();
    }
    const fail = (code: number, message: string) =>
      this.#post(session, { id: rpc, error: { code, message } });
    if (method !== 'sendTransaction') return fail(refusals.unknownMethod, 'Unknown method');
    if (session.handled.includes(rpc)) return;
    const transaction = readTransaction(params[0], this.account.raw);
    const open = this.#open();
    const { publicKey: key } = session.keys;
    const hasMany =
      open.length >= limits.requests ||
      open.filter((each) => each.session === key).length >= limits.requestsOfApp;
    if (!transaction || hasMany) return fail(refusals.badRequest, 'Not accepted');
    const { messages, validUntil: valid_until } = transaction;
    const request = { id: requestId(), session: key, rpc, messages, valid_until };
    const handled = [...session.handled, rpc].slice(-limits.handled);
    file.change({
      requests: [...open, request],
      sessions: file.value.sessions.map((each) => (each === session ? { ...each, handled } : each)),
    });
    this.#outcome = undefined;
    this.#changed();
  }

  /** Ends all other connections, with their requests. */
  #keepSessions(sessions: WalletSession[]): void {
    const keys = new Set(sessions.map((each) => each.keys.publicKey));
    const requests = this.#options.file.value.requests.filter(
      ({ id, session }) => keys.has(session) || id === this.#sending,
    );
    this.#options.file.change({ sessions, requests });
  }

  /** Returns the requests that can still be confirmed. */
  #open(): WalletRequest[] {
    const now = Date.now() / 1000;
    return this.#options.file.value.requests.filter(
      ({ id, valid_until: until }) => until > now || id === this.#sending,
    );
  }

  #answerLink(link: ConnectLink, isConfirmed: boolean): void {
    const { file } = this.#options;
    this.#link = undefined;
    const channel = new WalletChannel();
    const session = {
      keys: channel.session.stringifyKeypair(),
      app: link.app,
      host: hostOf(link),
      handled: [],
    };
    if (isConfirmed) {
      const payload = proofPayload(link.request);
      const { account, ton_proof } = this.account.prove(session.host, payload ?? '');
      const sessions = [...file.value.sessions, session];
      for (const former of sessions.slice(0, -limits.sessions))
        this.#post(former, { event: 'disconnect', id: 2, payload: {} });
      this.#keepSessions(sessions.slice(-limits.sessions));
      this.#post(
        session,
        connectEvent(1, practiceApp.name, payload === undefined ? { account } : { account, ton_proof }),
      );
    } else {
      const declined = { code: refusals.rejected, message: 'Declined' };
      this.#post(session, { event: 'connect_error', id: 1, payload: declined });
    }
    this.#outcome = isConfirmed ? 'connected' : 'rejected';
    this.#changed();
  }

  async #send({ id: purpose, messages, valid_until: validUntil }: WalletRequest): Promise<void> {
    this.#sending = purpose;
    this.#outcome = undefined;
    this.#changed();
    try {
      await this.#transfers.send({ purpose, messages, validUntil });
    } catch (error) {
      // Nothing was sent, or `#settle` has answered, or the process ends and the next one finishes it.
      this.#outcome = error instanceof TooLittleMoneyError ? 'too_little' : 'failed';
      if (!this.#options.signal.aborted)
        this.#options.logger.warn({ err: error }, 'the practice wallet could not send a transfer');
    } finally {
      this.#sending = undefined;
      this.#changed();
    }
  }

  /** @param boc undefined when the chain did not execute the transfer */
  #settle(id: string, boc: string | undefined): void {
    const { file } = this.#options;
    const request = file.value.requests.find((each) => each.id === id);
    file.change({ transfer: undefined, requests: file.value.requests.filter((each) => each !== request) });
    this.#outcome = boc === undefined ? 'failed' : 'sent';
    this.#changed();
    if (!request) return;
    const error = { code: 0, message: 'Expired' };
    this.#reply(request, boc === undefined ? { error } : { result: boc });
  }

  #reject(request: WalletRequest, code: number, outcome: WalletOutcome): void {
    const { file } = this.#options;
    file.change({ requests: file.value.requests.filter(({ id }) => id !== request.id) });
    this.#reply(request, { error: { code, message: 'Declined' } });
    this.#outcome = outcome;
    this.#changed();
  }

  #reply({ session: key, rpc }: WalletRequest, reply: object): void {
    const session = this.#options.file.value.sessions.find(({ keys }) => keys.publicKey === key);
    if (session) this.#post(session, { id: rpc, ...reply });
  }

  #post({ keys, app }: WalletSession, message: object): void {
    const encrypted = new WalletChannel(keys).encrypt(app, message);
    this.#options.bridge.post({ from: keys.publicKey, to: app, message: encrypted });
  }

  #changed(): void {
    this.#version += 1;
  }
}

const hostOf = ({ request }: ConnectLink): string => new URL(request.manifestUrl).host;
