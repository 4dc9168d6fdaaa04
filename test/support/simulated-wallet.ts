import { createHash, randomBytes } from 'node:crypto';
import { Address, beginCell, storeStateInit } from '@ton/core';
import { type KeyPair, keyPairFromSeed, sign } from '@ton/crypto';
import { WalletContractV5R1 } from '@ton/ton';
import { Base64, type ConnectRequest, hexToByteArray, SessionCrypto } from '@tonconnect/protocol';
import { createParser } from 'eventsource-parser';

/** What a dishonest or unlucky wallet does otherwise; nothing by default. */
export interface ProofChanges {
  domain?: string;
  payload?: string;
  timestamp?: number;
  /** Whose key signs. */
  signer?: KeyPair;
  omitProof?: boolean;
}

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** A wallet of its own key that speaks TON Connect over a bridge and really signs. */
export class SimulatedWallet {
  readonly keys = keyPairFromSeed(randomBytes(32));
  readonly contract = WalletContractV5R1.create({ publicKey: this.keys.publicKey });
  readonly session = new SessionCrypto();
  readonly #appName: string;
  #bridge = '';
  #app = '';
  #request: ConnectRequest | undefined;
  #lastEvent = 0;

  constructor(appName = 'test-wallet') {
    this.#appName = appName;
  }

  get address(): Address {
    return this.contract.address;
  }

  /** Reads a connection link as a phone does that scans its QR code. */
  scan(link: string, bridgeUrl: string): ConnectRequest {
    const { searchParams } = new URL(link);
    this.#bridge = bridgeUrl;
    this.#app = searchParams.get('id') ?? '';
    this.#request = JSON.parse(searchParams.get('r') ?? '') as ConnectRequest;
    return this.#request;
  }

  /** The person says yes: answers with the address and a proof for the manifest's host. */
  async approve(changes: ProofChanges = {}): Promise<void> {
    const request = this.#scanned();
    const items = request.items.flatMap<object>((item) => {
      if (item.name === 'ton_addr') return [this.#addressItem()];
      return changes.omitProof || !('payload' in item) ? [] : [this.#proofItem(item.payload, changes)];
    });
    const features = ['SendTransaction', { name: 'SendTransaction', maxMessages: 4 }];
    await this.#post({
      event: 'connect',
      id: this.#nextEvent(),
      payload: {
        items,
        device: {
          platform: 'linux',
          appName: this.#appName,
          appVersion: '1',
          maxProtocolVersion: 2,
          features,
        },
      },
    });
  }

  /** The person says no; or with another code, what the wallet cannot do (2: it finds no manifest). */
  async decline(code = 300): Promise<void> {
    const payload = { code, message: 'Declined' };
    await this.#post({ event: 'connect_error', id: this.#nextEvent(), payload });
  }

  /** Signs a payload for a domain and names the wallet, as a web app gets it. */
  prove(domain: string, payload: string): object {
    const { address, network: chain, publicKey, walletStateInit } = this.#addressItem();
    return {
      account: { address, chain, publicKey, walletStateInit },
      ton_proof: this.#sign(domain, payload, Math.floor(Date.now() / 1000), this.keys),
    };
  }

  async disconnect(): Promise<void> {
    await this.#post({ event: 'disconnect', id: this.#nextEvent(), payload: {} });
  }

  /** Sends any words, well encrypted. */
  say(words: unknown): Promise<void> {
    return this.#post(words);
  }

  /** The next request of the app, e.g. `disconnect`; earlier ones included. */
  async nextRequest(): Promise<{ method: string; params: unknown[] }> {
    const ended = new AbortController();
    const response = await fetch(`${this.#bridge}/events?client_id=${this.session.sessionId}`, {
      signal: ended.signal,
    });
    let request: { method: string; params: unknown[] } | undefined;
    const parser = createParser({
      onEvent: ({ event, data }) => {
        if (event === 'message') request ??= this.#decrypt(data);
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

  #scanned(): ConnectRequest {
    if (!this.#request) throw new Error('Scan a link first.');
    return this.#request;
  }

  #nextEvent(): number {
    this.#lastEvent += 1;
    return this.#lastEvent;
  }

  #addressItem() {
    const stateInit = beginCell().store(storeStateInit(this.contract.init)).endCell();
    return {
      name: 'ton_addr',
      address: this.address.toRawString(),
      network: '-239',
      publicKey: this.keys.publicKey.toString('hex'),
      walletStateInit: stateInit.toBoc().toString('base64'),
    };
  }

  #proofItem(asked: string, changes: ProofChanges): object {
    const {
      domain = new URL(this.#scanned().manifestUrl).host,
      payload = asked,
      timestamp = Math.floor(Date.now() / 1000),
      signer = this.keys,
    } = changes;
    return { name: 'ton_proof', proof: this.#sign(domain, payload, timestamp, signer) };
  }

  #sign(domain: string, payload: string, timestamp: number, signer: KeyPair): object {
    const host = Buffer.from(domain);
    const workchain = Buffer.alloc(4);
    workchain.writeInt32BE(this.address.workChain);
    const seconds = Buffer.alloc(8);
    seconds.writeBigUInt64LE(BigInt(timestamp));
    const message = Buffer.concat([
      Buffer.from('ton-proof-item-v2/'),
      workchain,
      this.address.hash,
      uint32(host.length),
      host,
      seconds,
      Buffer.from(payload),
    ]);
    const digest = sha256(
      Buffer.concat([Buffer.from([0xff, 0xff]), Buffer.from('ton-connect'), sha256(message)]),
    );
    return {
      timestamp,
      domain: { lengthBytes: host.length, value: domain },
      payload,
      signature: sign(digest, signer.secretKey).toString('base64'),
    };
  }

  async #post(message: unknown): Promise<void> {
    const sealed = this.session.encrypt(JSON.stringify(message), hexToByteArray(this.#app));
    const query = new URLSearchParams({ client_id: this.session.sessionId, to: this.#app, ttl: '300' });
    const response = await fetch(`${this.#bridge}/message?${query}`, {
      method: 'POST',
      body: Base64.encode(sealed),
    });
    if (!response.ok) throw new Error(`The bridge answered with status ${response.status}.`);
  }

  #decrypt(data: string): { method: string; params: unknown[] } {
    const { from, message } = JSON.parse(data) as { from: string; message: string };
    const words = this.session.decrypt(Base64.decode(message).toUint8Array(), hexToByteArray(from));
    return JSON.parse(words) as { method: string; params: unknown[] };
  }
}
