import { Readable } from 'node:stream';
import type { Client } from 'undici';
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

const maxAnswerBytes = 1024 * 1024;
/** Small enough that a slow line shows progress, and that a limit is kept evenly. */
const chunkBytes = 64 * 1024;

/** How long another node may take. */
export interface SendTimeouts {
  /** To connect, and to take each piece of what is sent. */
  idleMs: number;
  /** To answer when it has everything: it checks and stores it first. */
  answerMs: number;
}

const usualTimeouts: SendTimeouts = { idleMs: 20_000, answerMs: 60_000 };

export interface SendRequest extends GuardedTarget {
  path: string;
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'GET' | 'HEAD';
  /** With `content-length`, else the body is sent in chunks; credentials are the caller's. */
  headers: Record<string, string>;
  body?: Readable | Buffer | string;
  timeouts?: SendTimeouts;
  signal: AbortSignal;
  /** The limit on what is sent. */
  pace?: Pace;
  /** Told after each piece how many bytes were sent in all. */
  onBytes?: (bytes: number) => void;
}

/** `text` is JSON by its own word, not parsed yet; empty for 204 and HEAD. */
export interface SendResponse {
  status: number;
  text: string;
  /** The first value of a header; empty when there is none. */
  header(name: string): string;
}

async function* chunksOf(body: Readable | Buffer): AsyncGenerator<Buffer> {
  const chunks: AsyncIterable<Buffer> | Buffer[] = body instanceof Readable ? body : [body];
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += chunkBytes) yield chunk.subarray(at, at + chunkBytes);
  }
}

/** The body as it goes out; its time limit runs only while the other node has a piece to take. */
async function* outgoing(request: SendRequest, body: Readable | Buffer, deadline: Deadline) {
  const { timeouts = usualTimeouts, pace, onBytes } = request;
  let sent = 0;
  for await (const piece of chunksOf(body)) {
    deadline.extend(timeouts.idleMs);
    yield piece;
    sent += piece.length;
    onBytes?.(sent);
    deadline.hold();
    // The limit is kept afterwards: the head goes with the first piece, and nodes wait for it a few seconds only.
    const wait = pace?.(piece.length, deadline.signal);
    if (wait) await wait;
  }
  deadline.extend(timeouts.answerMs);
}

async function exchange(request: SendRequest, client: Client, deadline: Deadline): Promise<SendResponse> {
  const { path, method, headers, body } = request;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const answer = await client.request({
    path,
    method,
    headers: {
      accept: 'application/json, application/problem+json',
      'accept-encoding': 'identity',
      ...(Buffer.isBuffer(bytes) ? { 'content-length': String(bytes.length) } : {}),
      ...headers,
    },
    // One piece is read ahead at most, so that what is reported as sent was.
    body: bytes ? Readable.from(outgoing(request, bytes, deadline), { highWaterMark: 1 }) : null,
    signal: deadline.signal,
  });
  deadline.extend((request.timeouts ?? usualTimeouts).idleMs);
  rejectRedirectsAndRateLimits(answer);
  const head = { status: answer.statusCode, header: (name: string) => header(answer, name) };
  if (answer.statusCode === 204 || method === 'HEAD') return { ...head, text: '' };
  if (isPlainJson(answer)) return { ...head, text: await answer.body.text() };
  if (answer.statusCode < 500) throw new PeerError('not_a_node');
  throw new PeerError(
    'unreachable',
    `The server at this address answers with error ${answer.statusCode}; the node behind it may be down.`,
  );
}

/**
 * Sends bytes to another node and reads its JSON answer, whatever its status (protocol, section 8): no
 * redirects, no proxy, nothing compressed, at most 1 MiB of answer, one connection that ends with the
 * request. A stream that was not sent to its end is destroyed.
 * @throws PeerError, or what the stream failed with
 */
export async function guardedSend(request: SendRequest): Promise<SendResponse> {
  const { body, timeouts = usualTimeouts } = request;
  const deadline = new Deadline(body === undefined ? timeouts.answerMs : timeouts.idleMs, request.signal);
  let client: Client | undefined;
  try {
    client = await guardedClient(request, timeouts.idleMs, maxAnswerBytes);
    return await exchange(request, client, deadline);
  } catch (error) {
    const unread = body instanceof Readable ? body.errored : null;
    // What could not be read here is not the other node's fault; a stream that is left early ends in an AbortError.
    if (unread && unread.name !== 'AbortError') throw unread;
    throw asPeerError(error, deadline.signal);
  } finally {
    deadline.end();
    if (body instanceof Readable) body.destroy();
    await client?.destroy();
  }
}
