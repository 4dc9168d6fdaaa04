import type { SendTransactionRequest, TonConnect, TonConnectOptions } from '@tonconnect/sdk';
import type { Message } from '../../../contract/messages/message.ts';
import { walletsListUrl } from './bridge-fetch.ts';
import { type StreamOwner, streamOwner } from './bridge-stream.ts';
import { SessionStorage } from './session-storage.ts';
import type { WalletApp } from './wallets.ts';
import type { FromWorker, Refusal, SdkState, WalletReply, WalletTransaction } from './worker-messages.ts';

/** The part of the SDK that is used. */
type Sdk = Pick<
  typeof import('@tonconnect/sdk'),
  'TonConnect' | 'UserRejectsError' | 'WalletWrongNetworkError'
>;

export interface SdkSessionOptions {
  sdk: Sdk;
  id: string;
  manifestUrl: string;
  state: SdkState;
  bridgeFetch: typeof fetch;
  emit: (message: FromWorker) => void;
}

/** The maximum delay of a timer, in milliseconds, because `BridgeStream` has its own deadlines. */
const openingDeadlineMS = 2 ** 31 - 1;

/** Runs one connection of the SDK. */
export class SdkSession implements StreamOwner {
  readonly fetch: typeof fetch;
  readonly #sdk: Sdk;
  readonly #id: string;
  readonly #emit: (message: FromWorker) => void;
  readonly #ended = new AbortController();
  readonly #storage: SessionStorage;
  readonly #connector: TonConnect;
  #isBound: boolean;
  #ending = false;

  constructor({ sdk, id, manifestUrl, state, bridgeFetch, emit }: SdkSessionOptions) {
    this.fetch = bridgeFetch;
    this.#sdk = sdk;
    this.#id = id;
    this.#emit = (message) => {
      if (!this.#ending) emit(message);
    };
    this.#storage = new SessionStorage(state, (changed) => this.#onState(changed));
    this.#isBound = this.#storage.walletKey !== undefined;
    const options: TonConnectOptions = {
      manifestUrl,
      storage: this.#storage,
      walletsListSource: walletsListUrl,
      analytics: { mode: 'off' },
      disableAutoPauseConnection: true,
    };
    this.#connector = new sdk.TonConnect(options);
    this.#connector.onStatusChange(
      (wallet) => {
        if (!wallet) this.#emit({ type: 'disconnected', id });
        else {
          const { account, connectItems, device } = wallet;
          this.#emit({
            type: 'wallet',
            id,
            account,
            proof: connectItems?.tonProof,
            features: device.features,
          });
        }
      },
      (error) => this.#emit({ type: 'refused', id, refusal: this.#refusalOf(error) }),
    );
  }

  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /** Accepts only the wallet that replied first, because its id appears in the link, which others may have seen. */
  listensTo(from: string): boolean {
    const { walletKey } = this.#storage;
    return walletKey === undefined || walletKey === from;
  }

  onBridge(problem: Message | undefined): void {
    this.#emit({ type: 'bridge', id: this.#id, problem });
  }

  /** Opens the bridge and returns the link for the wallet. */
  connect({ bridgeUrl, universalLink }: WalletApp, payload: string): void {
    const options = { request: { tonProof: payload }, openingDeadlineMS, signal: this.signal };
    const link = streamOwner.run(this, () => this.#connector.connect({ bridgeUrl, universalLink }, options));
    this.#emit({ type: 'link', id: this.#id, link });
  }

  /** Restores the connected wallet or the pending link of the state. */
  async restore(): Promise<void> {
    const wasConnected = this.#isBound;
    await streamOwner.run(this, () =>
      this.#connector.restoreConnection({ openingDeadlineMS, signal: this.signal }),
    );
    if (wasConnected && !this.#connector.connected) this.#emit({ type: 'disconnected', id: this.#id });
  }

  /** Requests the wallet to sign and send; waits for its user, at most until the request expires. */
  send(transaction: WalletTransaction): Promise<WalletReply> {
    let isSent = false;
    const left = Math.max(0, transaction.validUntil * 1000 - Date.now());
    const signal = AbortSignal.any([this.signal, AbortSignal.timeout(left)]);
    const unconfirmed = (): WalletReply => (isSent ? 'unanswered' : 'undelivered');
    const onRequestSent = () => {
      isSent = true;
    };
    const replied = streamOwner
      .run(this, () =>
        this.#connector.sendTransaction(transaction as SendTransactionRequest, { signal, onRequestSent }),
      )
      .then(
        (): WalletReply => 'signed',
        (error: unknown): WalletReply => {
          if (error instanceof this.#sdk.UserRejectsError) return 'declined';
          if (error instanceof this.#sdk.WalletWrongNetworkError) return 'wrong_network';
          return unconfirmed();
        },
      );
    // Once the request is sent, the SDK waits without a limit.
    const over = new Promise<WalletReply>((resolve) => {
      signal.addEventListener('abort', () => resolve(unconfirmed()), { once: true });
    });
    return Promise.race([replied, over]);
  }

  /** Disconnects the wallet, if any, and closes the stream. */
  async end(): Promise<void> {
    this.#ending = true;
    try {
      if (this.#connector.connected) await this.#connector.disconnect();
    } finally {
      this.#ended.abort();
    }
  }

  /** Reports a refusal where the first reply of a wallet is invalid, because the SDK then ignores all other wallets. */
  #onState(state: SdkState): void {
    this.#emit({ type: 'state', id: this.#id, state });
    if (this.#isBound || this.#storage.walletKey === undefined) return;
    this.#isBound = true;
    setImmediate(() => {
      if (!this.#connector.connected) this.#emit({ type: 'refused', id: this.#id, refusal: 'other' });
    });
  }

  #refusalOf(error: Error): Refusal {
    if (error instanceof this.#sdk.UserRejectsError) return 'declined';
    return error.message.includes('anifest') ? 'manifest' : 'other';
  }
}
