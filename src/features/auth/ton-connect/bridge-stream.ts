import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import * as z from 'zod';
import type { Message } from '../../../contract/messages/message.ts';
import { backoffMs, jittered } from '../../../core/concurrency/backoff.ts';
import { MessageError, message } from '../../../core/messages/message.ts';
import { BridgeAllowance, FloodError } from './bridge-allowance.ts';

/** Event of a bridge: the sender and the encrypted message. */
const envelope = z.object({ from: z.string().regex(/^[0-9a-f]{64}$/i), message: z.base64() });

/** The connection that a stream belongs to. */
export interface StreamOwner {
  readonly fetch: typeof fetch;
  /** Aborted when the connection has ended. */
  readonly signal: AbortSignal;
  /** Returns whether messages of this session key, in hex, are accepted. */
  listensTo(from: string): boolean;
  /** Receives a problem of the bridge; undefined when it responds. */
  onBridge(problem: Message | undefined): void;
}

/** The owner of the streams that the SDK opens in this asynchronous context. */
export const streamOwner = new AsyncLocalStorage<StreamOwner>();

const openingMs = 15_000;
/** Limit of an event; a wallet's reply takes some kilobytes, and the SDK stores it again with every later event. */
const maxEventCharacters = 64 * 1024;
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** Time after which an open stream counts as working. */
const workingAfterMs = 30_000;

/** The response is not an event stream. */
class BridgeResponseError extends MessageError {}

type Handler = ((event: { data: string; lastEventId: string }) => void) | null;

/**
 * Replaces `EventSource` as far as the SDK uses it. The usual one for Node has no limits and follows all redirects, and
 * the SDK abandons a stream that breaks; this one reconnects by itself.
 */
export class BridgeStream {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  readyState = BridgeStream.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: Handler = null;
  /** Never called, because the stream reconnects by itself. */
  onerror: ((event: unknown) => void) | null = null;
  readonly #url: URL;
  readonly #owner: StreamOwner;
  readonly #closed = new AbortController();
  #allowance = new BridgeAllowance();
  #failures = 0;

  constructor(url: string) {
    const owner = streamOwner.getStore();
    if (!owner) throw new Error('A bridge stream needs an owner.');
    this.#url = new URL(url);
    this.#owner = owner;
    void this.#run(AbortSignal.any([owner.signal, this.#closed.signal]));
  }

  close(): void {
    this.readyState = BridgeStream.CLOSED;
    this.#closed.abort();
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const began = Date.now();
      const problem = await this.#readOnce(signal).catch((error: unknown) => this.#problemOf(error));
      if (signal.aborted) break;
      this.readyState = BridgeStream.CONNECTING;
      this.#owner.onBridge(problem);
      this.#failures = Date.now() - began > workingAfterMs ? 1 : this.#failures + 1;
      await pause(jittered(backoffMs(this.#failures, firstPauseMs, longestPauseMs)), undefined, {
        signal,
      }).catch(() => {});
    }
    this.readyState = BridgeStream.CLOSED;
  }

  /** Reads until the stream ends; rejects with the reason when reading fails. */
  async #readOnce(signal: AbortSignal): Promise<undefined> {
    const attempt = new AbortController();
    const opening = setTimeout(
      () => attempt.abort(new BridgeResponseError(message('auth.bridgeTimeout', { host: this.#url.host }))),
      openingMs,
    );
    try {
      const response = await this.#owner.fetch(this.#url, {
        headers: { Accept: 'text/event-stream', 'Cache-Control': 'no-cache' },
        signal: AbortSignal.any([signal, attempt.signal]),
      });
      clearTimeout(opening);
      await this.#readEvents(eventStreamOf(response, this.#url.host), signal);
    } finally {
      clearTimeout(opening);
      attempt.abort();
    }
  }

  async #readEvents(body: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<void> {
    this.#allowance = new BridgeAllowance();
    let arrived: EventSourceMessage[] = [];
    const parser = createParser({
      maxBufferSize: maxEventCharacters,
      onEvent: (event) => arrived.push(event),
      onError: (error) => {
        if (error.type === 'max-buffer-size-exceeded') throw new FloodError();
      },
    });
    const decoder = new TextDecoder();
    this.readyState = BridgeStream.OPEN;
    this.#owner.onBridge(undefined);
    this.onopen?.();
    for await (const part of body) {
      this.#allowance.takeBytes(part.length);
      parser.feed(decoder.decode(part, { stream: true }));
      for (const event of arrived) {
        // The SDK loses a message that arrives before it uses the stream or has handled the previous one.
        await nextTurn();
        if (signal.aborted) return;
        this.#dispatch(event);
      }
      arrived = [];
    }
  }

  #dispatch({ event, id, data }: EventSourceMessage): void {
    if (id) this.#url.searchParams.set('last_event_id', id);
    if ((event ?? 'message') !== 'message' || data === 'heartbeat') return;
    if (data.length > maxEventCharacters) throw new FloodError();
    const sender = senderOf(data);
    if (sender === undefined || !this.#owner.listensTo(sender)) return;
    this.#allowance.takeEvent();
    this.onmessage?.({ data, lastEventId: id ?? '' });
  }

  #problemOf(error: unknown): Message {
    const { host } = this.#url;
    if (error instanceof BridgeResponseError) return error.text;
    return message(error instanceof FloodError ? 'auth.bridgeFlood' : 'auth.bridgeUnreachable', { host });
  }
}

/** @throws BridgeResponseError */
function eventStreamOf(response: Response, host: string): ReadableStream<Uint8Array> {
  if (response.status !== 200)
    throw new BridgeResponseError(message('auth.bridgeStatus', { host, status: response.status }));
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('text/event-stream') || !response.body) {
    throw new BridgeResponseError(message('auth.bridgeAnswer', { host }));
  }
  return response.body;
}

function senderOf(data: string): string | undefined {
  try {
    return envelope.parse(JSON.parse(data)).from;
  } catch {
    return undefined;
  }
}
