import { Address } from '@ton/core';
import { createParser } from 'eventsource-parser';
import type { TonProofInput } from '../../../src/contract/node-api/auth.ts';
import {
  type ConnectLink,
  connectEvent,
  proofPayload,
  readConnectLink,
  WalletChannel,
} from '../../../src/features/practice/wallet/wallet-protocol.ts';
import { type TestWallet, testWallet } from './test-wallet.ts';

/** Deviations of a malicious or faulty wallet; none by default. */
export interface ProofChanges {
  domain?: string;
  payload?: string;
  timestamp?: number;
  /** Signs with the key of this wallet instead. */
  signer?: TestWallet;
  omitProof?: boolean;
}

/** A request of an app to a wallet; the params of `sendTransaction` are JSON texts. */
export interface WalletRequest {
  id: string;
  method: string;
  params: string[];
}

let wallets = 0;

/** A wallet with its own key, which communicates by TON Connect over a bridge and creates real signatures. */
export class SimulatedWallet {
  readonly wallet: TestWallet;
  readonly #channel = new WalletChannel();
  readonly #appName: string;
  #bridge = '';
  #app = '';
  #request: ConnectLink['request'] | undefined;
  #lastEvent = 0;
  readonly #answered = new Set<string>();

  /** @param wallet default: a different one each time */
  constructor(appName = 'test-wallet', wallet = testWallet(100 + (wallets++ % 100), 'v5R1')) {
    this.#appName = appName;
    this.wallet = wallet;
  }

  get session() {
    return this.#channel.session;
  }

  get address(): Address {
    return Address.parse(this.wallet.address);
  }

  /** Reads a connection link, as a phone does that scans its QR code. */
  scan(link: string, bridgeUrl: string): ConnectLink['request'] {
    const read = readConnectLink(Object.fromEntries(new URL(link).searchParams));
    if (!read) throw new Error('This is no connection link.');
    this.#bridge = bridgeUrl;
    this.#app = read.app;
    this.#request = read.request;
    return read.request;
  }

  /** Confirms the connection with the address and a proof for the manifest's host. */
  async approve(changes: ProofChanges = {}): Promise<void> {
    const request = this.#scanned();
    const asked = proofPayload(request);
    const {
      domain = new URL(request.manifestUrl).host,
      payload = asked ?? '',
      timestamp,
      signer = this.wallet,
      omitProof = false,
    } = changes;
    const { account } = this.wallet.prove(domain, payload);
    const { ton_proof } = signer.prove(domain, payload, timestamp);
    const proven = asked !== undefined && !omitProof ? { account, ton_proof } : { account };
    await this.#post(connectEvent(this.#nextEvent(), this.#appName, proven));
  }

  /** Declines the connection, or responds with another error code (2: no manifest was found). */
  async decline(code = 300): Promise<void> {
    const payload = { code, message: 'Declined' };
    await this.#post({ event: 'connect_error', id: this.#nextEvent(), payload });
  }

  /** Signs a payload for a domain; returns the proof with the wallet, in the form for a web app. */
  prove(domain: string, payload: string): TonProofInput {
    return this.wallet.prove(domain, payload);
  }

  async disconnect(): Promise<void> {
    await this.#post({ event: 'disconnect', id: this.#nextEvent(), payload: {} });
  }

  /** Sends any value, correctly encrypted. */
  say(words: unknown): Promise<void> {
    return this.#post(words);
  }

  /** Returns the next request of the app, e.g. `disconnect`, including earlier unanswered ones. */
  async nextRequest(): Promise<WalletRequest> {
    const ended = new AbortController();
    const response = await fetch(`${this.#bridge}/events?client_id=${this.session.sessionId}`, {
      signal: ended.signal,
    });
    let request: WalletRequest | undefined;
    const parser = createParser({
      onEvent: ({ event, data }) => {
        if (event !== 'message' || request) return;
        const asked = this.#decrypt(data);
        if (!this.#answered.has(asked.id)) request = asked;
      },
    });
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) {
      parser.feed(decoder.decode(part, { stream: true }));
      if (request) break;
    }
    ended.abort();
    if (!request) throw new Error('The bridge ended the stream.');
    return request;
  }

  /** Confirms a request: states that the wallet has sent this BoC. */
  confirm({ id }: WalletRequest, boc: string): Promise<void> {
    this.#answered.add(id);
    return this.#post({ id, result: boc });
  }

  /** Declines a request. */
  reject({ id }: WalletRequest): Promise<void> {
    this.#answered.add(id);
    return this.#post({ id, error: { code: 300, message: 'Declined' } });
  }

  #scanned(): ConnectLink['request'] {
    if (!this.#request) throw new Error('Scan a link first.');
    return this.#request;
  }

  #nextEvent(): number {
    this.#lastEvent += 1;
    return this.#lastEvent;
  }

  async #post(message: unknown): Promise<void> {
    const query = new URLSearchParams({ client_id: this.session.sessionId, to: this.#app, ttl: '300' });
    const response = await fetch(`${this.#bridge}/message?${query}`, {
      method: 'POST',
      body: this.#channel.encrypt(this.#app, message),
    });
    if (!response.ok) throw new Error(`The bridge answered with status ${response.status}.`);
  }

  #decrypt(data: string): WalletRequest {
    const { from, message } = JSON.parse(data) as { from: string; message: string };
    return this.#channel.decrypt(from, message) as WalletRequest;
  }
}
