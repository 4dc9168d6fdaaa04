import type { Client, Dispatcher } from 'undici';
import { message } from '../../../core/messages/message.ts';
import { PeerError } from '../failures/peer-error.ts';
import { Deadline } from './deadline.ts';
import {
  asPeerError,
  type GuardedTarget,
  guardedClient,
  isPlainJson,
  rejectRedirectsAndRateLimits,
} from './guarded-connection.ts';

const maxAnswerBytes = 1024 * 1024;

export interface GuardedRequest extends GuardedTarget {
  path: string;
  /** Sent as JSON by POST; without it the request is a GET. */
  body?: string;
  /** For the whole request: resolving, connecting, response. */
  timeoutMs: number;
  signal: AbortSignal;
}

/** A response declared as JSON; `text` is not parsed yet. */
export interface JsonResponse {
  status: number;
  text: string;
  /** From connecting to the whole response, with a tenth of precision. */
  latencyMs: number;
}

/** Refuses invalid responses before their body is read. */
function checkHead(answer: Dispatcher.ResponseData): void {
  const { statusCode } = answer;
  rejectRedirectsAndRateLimits(answer);
  if (statusCode === 404 || statusCode === 405 || statusCode === 410) throw new PeerError('not_a_node');
  if (isPlainJson(answer)) return;
  if (statusCode < 500) throw new PeerError('not_a_node');
  throw new PeerError('unreachable', message('peers.serverError', { status: statusCode }));
}

async function exchange(request: GuardedRequest, client: Client, signal: AbortSignal): Promise<JsonResponse> {
  const { body, path } = request;
  const startedAt = performance.now();
  const answer = await client.request({
    path,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'application/json, application/problem+json',
      'accept-encoding': 'identity',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body ?? null,
    signal,
  });
  checkHead(answer);
  const text = await answer.body.text();
  const latencyMs = Math.round((performance.now() - startedAt) * 10) / 10;
  return { status: answer.statusCode, text, latencyMs };
}

/**
 * Sends a request to another node and reads its JSON response: no redirects, no credentials, no proxy, no compression,
 * at most 1 MiB, one connection that ends with the request.
 * @throws PeerError
 */
export async function guardedFetch(request: GuardedRequest): Promise<JsonResponse> {
  const { timeoutMs } = request;
  // Only the deadline limits the time.
  const client = await guardedClient(request, timeoutMs, maxAnswerBytes);
  const deadline = new Deadline(timeoutMs, request.signal);
  const { signal } = deadline;
  try {
    return await exchange(request, client, signal);
  } catch (error) {
    throw asPeerError(error, signal);
  } finally {
    deadline.end();
    await client.destroy();
  }
}
