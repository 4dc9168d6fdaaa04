import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { readText } from '../../../platform/http/endpoint/read-body.ts';

/** Limits, far above what an app and a wallet send. */
const limits = { messageBytes: 64 * 1024, waiting: 256, waitingForOne: 16, streams: 32, receivers: 8 };
const maxTtlSeconds = 300;
const heartbeatMs = 15_000;

const clientId = z.stringFormat('client', /^[0-9a-f]{64}$/);
const lastEvent = z.coerce.number().int().nonnegative().catch(0);
const streamQuery = z.object({
  client_id: z
    .string()
    .max(limits.receivers * 65)
    .transform((ids) => ids.split(','))
    .pipe(z.array(clientId).min(1).max(limits.receivers)),
  last_event_id: lastEvent.default(0),
});
const messageQuery = z.object({
  client_id: clientId,
  to: clientId,
  ttl: z.coerce.number().int().min(1),
});

/** A message that waits for its receiver. */
interface WaitingMessage {
  id: number;
  to: string;
  data: string;
  /** Milliseconds. */
  expiresAt: number;
}

/** A message of one client for another one; only they can decrypt it. */
export interface BridgeMessage {
  from: string;
  to: string;
  /** Base64. */
  message: string;
}

export interface WalletBridgeOptions {
  /** Also receives every message, in this process. */
  onMessage?: (message: BridgeMessage) => void;
  /** Limit of a message. */
  messageBytes?: number;
}

/**
 * An HTTP bridge of TON Connect, in memory: messages wait for their receiver, and streams continue after
 * `last_event_id`. Blocks web pages.
 */
export class WalletBridge {
  readonly #onMessage: (message: BridgeMessage) => void;
  readonly #messageBytes: number;
  readonly #streams = new Map<ServerResponse, string[]>();
  #waiting: WaitingMessage[] = [];
  // Ids of a restarted bridge continue above those of the former one, because clients name the last one that they had.
  #lastId = Date.now() * 1000;

  constructor({ onMessage = () => {}, messageBytes = limits.messageBytes }: WalletBridgeOptions = {}) {
    this.#messageBytes = messageBytes;
    this.#onMessage = onMessage;
  }

  /** Returns the number of open streams. */
  get streams(): number {
    return this.#streams.size;
  }

  /** Ends every stream; messages keep waiting. */
  endStreams(): void {
    for (const stream of this.#streams.keys()) stream.end();
  }

  /** Answers a request below the address of the bridge. @param name `events` or `message` */
  async handle(
    name: string,
    query: Readonly<Record<string, string>>,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (isOfPage(request)) return refuse(response, 403);
    if (request.method === 'GET' && name === 'events') {
      const asked = streamQuery.safeParse(query).data;
      return asked ? this.#open(asked, response) : refuse(response, 400);
    }
    if (request.method !== 'POST' || name !== 'message') return refuse(response, 404);
    const asked = messageQuery.safeParse(query).data;
    const message = await bodyOf(request, this.#messageBytes);
    if (!asked || message === undefined) return refuse(response, 400);
    this.post({ from: asked.client_id, to: asked.to, message }, asked.ttl);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"message":"OK","statusCode":200}');
  }

  /** Sends a message of this process or of a client. */
  post({ from, to, message }: BridgeMessage, ttlSeconds = maxTtlSeconds): void {
    this.#lastId += 1;
    const expiresAt = Date.now() + Math.min(ttlSeconds, maxTtlSeconds) * 1000;
    const added = { id: this.#lastId, to, data: JSON.stringify({ from, message }), expiresAt };
    this.#keep(added);
    for (const [stream, receivers] of this.#streams) if (receivers.includes(to)) write(stream, added);
    this.#onMessage({ from, to, message });
  }

  /** Drops what has expired, and the oldest messages above the limits. */
  #keep(added: WaitingMessage): void {
    const now = Date.now();
    const valid = [...this.#waiting, added].filter(({ expiresAt }) => expiresAt > now);
    const forOne = valid.filter(({ to }) => to === added.to);
    const dropped = forOne.length > limits.waitingForOne ? forOne[0] : undefined;
    this.#waiting = valid.filter((each) => each !== dropped).slice(-limits.waiting);
  }

  #open(
    { client_id: receivers, last_event_id: last }: z.output<typeof streamQuery>,
    response: ServerResponse,
  ) {
    if (this.#streams.size >= limits.streams) return refuse(response, 429);
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    const beat = () => response.write('event: heartbeat\ndata: heartbeat\n\n');
    beat();
    const now = Date.now();
    for (const message of this.#waiting) {
      if (receivers.includes(message.to) && message.id > last && message.expiresAt > now)
        write(response, message);
    }
    this.#streams.set(response, receivers);
    const heartbeat = setInterval(beat, heartbeatMs).unref();
    response.on('close', () => {
      clearInterval(heartbeat);
      this.#streams.delete(response);
    });
  }
}

const write = (stream: ServerResponse, { id, data }: WaitingMessage): void => {
  // A client that does not read would fill the memory.
  if (stream.writableLength > limits.messageBytes * limits.waitingForOne) stream.destroy();
  else stream.write(`event: message\nid: ${id}\ndata: ${data}\n\n`);
};

/** Returns whether a browser sent the request for a page; apps with a wallet of the node are programs. */
const isOfPage = ({ headers }: IncomingMessage): boolean =>
  headers.origin !== undefined || (headers['sec-fetch-site'] ?? 'none') !== 'none';

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' });
  response.end(JSON.stringify({ message: 'refused', statusCode: status }));
}

/** Reads a body of base64; undefined for any other or a longer one. */
const bodyOf = (request: IncomingMessage, maxBytes: number): Promise<string | undefined> =>
  readText(request, maxBytes).then(
    (text) => z.base64().safeParse(text).data,
    () => undefined,
  );
