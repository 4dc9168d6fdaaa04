import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { message } from '../../../core/messages/message.ts';
import { PeerError } from '../failures/peer-error.ts';
import type { Pace } from '../transfers/bandwidth.ts';
import { Deadline } from './deadline.ts';
import {
  asPeerError,
  type GuardedTarget,
  guardedClient,
  header,
  isPlainJson,
  rejectRedirectsAndRateLimits,
} from './guarded-connection.ts';

const maxResponseBytes = 1024 * 1024;
/** Small enough that a slow connection shows progress and the bandwidth limit is even. */
const chunkBytes = 64 * 1024;

export interface SendTimeouts {
  /** Time limit for connecting, and for accepting each chunk. */
  idleMs: number;
  /** Time limit for the response after the last byte, since the node first checks and stores the file. */
  responseMs: number;
}

const usualTimeouts: SendTimeouts = { idleMs: 20_000, responseMs: 60_000 };

export interface SendRequest extends GuardedTarget {
  path: string;
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'GET' | 'HEAD';
  /** Without `content-length` the body is sent in chunks; the caller adds credentials. */
  headers: Record<string, string>;
  body?: Readable | Buffer | string;
  timeouts?: SendTimeouts;
  /** Statuses that no node sends here, so that the response comes from another program. */
  otherPrograms?: readonly number[];
  signal: AbortSignal;
  pace?: Pace;
  /** Called after each chunk with the total of bytes sent. */
  onBytes?: (bytes: number) => void;
}

/** `text` is declared as JSON and not parsed yet; empty for 204 and HEAD. */
export interface SendResponse {
  status: number;
  text: string;
  /** From connecting to the whole response, with a tenth of precision. */
  latencyMs: number;
  /** Returns the first value of a header; empty when there is none. */
  header(name: string): string;
}

async function* chunksOf(body: Readable | Buffer): AsyncGenerator<Buffer> {
  const chunks: AsyncIterable<Buffer> | Buffer[] = body instanceof Readable ? body : [body];
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += chunkBytes) yield chunk.subarray(at, at + chunkBytes);
  }
}

/** Yields the body; its time limit runs only while the other node has a chunk to accept. */
async function* outgoing(request: SendRequest, body: Readable | Buffer, deadline: Deadline) {
  const { timeouts = usualTimeouts, pace, onBytes } = request;
  let sent = 0;
  for await (const piece of chunksOf(body)) {
    deadline.extend(timeouts.idleMs);
    yield piece;
    sent += piece.length;
    onBytes?.(sent);
    deadline.hold();
    // The limit applies after the chunk, because the head is sent with the first chunk and nodes wait only a few
    // seconds for it.
    const wait = pace?.(piece.length, deadline.signal);
    if (wait) await wait;
  }
  deadline.extend(timeouts.responseMs);
}

async function exchange(request: SendRequest, client: Dispatcher, deadline: Deadline): Promise<SendResponse> {
  const { path, method, headers, body, otherPrograms = [] } = request;
  const startedAt = performance.now();
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const response = await client.request({
    path,
    method,
    headers: {
      accept: 'application/json, application/problem+json',
      'accept-encoding': 'identity',
      ...(Buffer.isBuffer(bytes) ? { 'content-length': String(bytes.length) } : {}),
      ...headers,
    },
    // At most one chunk is buffered, so that bytes reported as sent were sent.
    body: bytes ? Readable.from(outgoing(request, bytes, deadline), { highWaterMark: 1 }) : null,
    signal: deadline.signal,
  });
  deadline.extend((request.timeouts ?? usualTimeouts).idleMs);
  rejectRedirectsAndRateLimits(response);
  const { statusCode: status } = response;
  if (otherPrograms.includes(status)) throw new PeerError('not_a_node');
  const isEmpty = status === 204 || method === 'HEAD';
  if (!isEmpty && !isPlainJson(response)) {
    if (status < 500) throw new PeerError('not_a_node');
    throw new PeerError('unreachable', message('peers.serverError', { status }));
  }
  const text = isEmpty ? '' : await response.body.text();
  const latencyMs = Math.round((performance.now() - startedAt) * 10) / 10;
  return { status, text, latencyMs, header: (name) => header(response, name) };
}

/**
 * Sends bytes to another node and reads its JSON response of at most 1 MiB, whatever its status: without redirects,
 * proxy or compression, on a connection that ends with the request. Destroys a stream that was not sent completely.
 * @throws PeerError, or the error of the stream
 */
export async function guardedSend(request: SendRequest): Promise<SendResponse> {
  const { body, timeouts = usualTimeouts } = request;
  const deadline = new Deadline(body === undefined ? timeouts.responseMs : timeouts.idleMs, request.signal);
  let client: Dispatcher | undefined;
  try {
    client = await guardedClient(request, timeouts.idleMs, maxResponseBytes);
    return await exchange(request, client, deadline);
  } catch (error) {
    const unread = body instanceof Readable ? body.errored : null;
    // A local read error is not the other node's fault; an abandoned stream ends in an AbortError.
    if (unread && unread.name !== 'AbortError') throw unread;
    throw asPeerError(error, deadline.signal);
  } finally {
    deadline.end();
    if (body instanceof Readable) body.destroy();
    await client?.destroy();
  }
}
