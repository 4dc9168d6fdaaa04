import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { Client, Dispatcher } from 'undici';
import { fromConnectionError, PeerError } from './failures.ts';

const MAX_ANSWER_BYTES = 1024 * 1024;

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** Finds every address of a host name. */
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

export const systemResolve: Resolve = (hostname) => systemLookup(hostname, { all: true });

/** Throws a `PeerError` for an address that must not be connected to. */
export type AddressGuard = (address: string) => void;

export interface GuardedRequest {
  /** A bare http(s) origin. */
  origin: string;
  path: string;
  /** Sent as JSON by POST; without it the request is a GET. */
  body?: string;
  guard: AddressGuard;
  resolve: Resolve;
  /** For all of it: name, connection, answer. */
  timeoutMs: number;
  signal: AbortSignal;
}

/** An answer that is JSON by its own word; `text` is not parsed yet. */
export interface JsonAnswer {
  status: number;
  text: string;
  /** From connecting to the whole answer, with a tenth of precision. */
  latencyMs: number;
}

/**
 * The `lookup` of a connection: what the guard let through is what the socket connects to, so that a
 * name can't resolve to something else between the check and the connection.
 */
function guardedLookup({ guard, resolve }: GuardedRequest): LookupFunction {
  return (hostname, options, callback) => {
    const answer = async (): Promise<ResolvedAddress[]> => {
      const found = await resolve(hostname);
      let refusal: unknown;
      const allowed = found.filter(({ address }) => {
        try {
          guard(address);
          return true;
        } catch (error) {
          refusal = error;
          return false;
        }
      });
      if (allowed.length === 0) throw refusal ?? new PeerError('name_not_found');
      return allowed;
    };
    answer().then(
      (allowed) => {
        const first = allowed[0] as ResolvedAddress;
        if (options.all) callback(null, allowed);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ''),
    );
  };
}

/** Aborts when time is up or the caller gives up; `cleanUp` leaves nothing behind on the caller's signal. */
function deadline(timeoutMs: number, signal: AbortSignal): { signal: AbortSignal; cleanUp: () => void } {
  const controller = new AbortController();
  const giveUp = (): void => controller.abort(signal.reason);
  const timer = setTimeout(() => controller.abort(new PeerError('timeout')), timeoutMs);
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  return {
    signal: controller.signal,
    cleanUp: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    },
  };
}

function header(answer: Dispatcher.ResponseData, name: string): string {
  const value = answer.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

/** Whatever a node would never send ends here, before its body is read. */
function checkHead(answer: Dispatcher.ResponseData): void {
  const { statusCode } = answer;
  if (statusCode === 429) {
    const seconds = Number(header(answer, 'retry-after'));
    throw new PeerError('rate_limited', undefined, seconds > 0 ? { retryAfterMs: seconds * 1000 } : {});
  }
  if (statusCode >= 300 && statusCode < 400) {
    throw new PeerError(
      'not_a_node',
      'This address leads on to another one, which nodes do not follow. Give the node’s own address.',
    );
  }
  if (statusCode === 404 || statusCode === 405 || statusCode === 410) throw new PeerError('not_a_node');
  const type = header(answer, 'content-type');
  const plain = /^(identity)?$/i.test(header(answer, 'content-encoding'));
  if (plain && /^application\/([a-z0-9.-]+\+)?json\s*(;|$)/i.test(type)) return;
  if (statusCode < 500) throw new PeerError('not_a_node');
  throw new PeerError(
    'unreachable',
    `The server at this address answers with error ${statusCode}; the node behind it may be down. It is tried again later.`,
  );
}

async function exchange(request: GuardedRequest, client: Client, signal: AbortSignal): Promise<JsonAnswer> {
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
 * Asks another node and reads its JSON answer (protocol, section 8): no redirects, no credentials, no
 * proxy, nothing compressed, at most 1 MiB, one connection that ends with the request.
 * @throws PeerError
 */
export async function guardedFetch(request: GuardedRequest): Promise<JsonAnswer> {
  const { origin, guard, timeoutMs } = request;
  // A literal address is never looked up, so it is checked here; URL has already undone odd spellings.
  const hostname = new URL(origin).hostname.replace(/^\[|\]$/g, '');
  if (isIP(hostname)) guard(hostname);
  // A third of all the code there is to load, and not needed before the first handshake.
  const { Client: UndiciClient } = await import('undici');
  const client = new UndiciClient(origin, {
    // The time limit is the deadline's alone; Node's 250 ms for each of several addresses is too short.
    connect: {
      lookup: guardedLookup(request),
      timeout: timeoutMs,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: 1500,
      maxCachedSessions: 0,
    },
    maxHeaderSize: 16 * 1024,
    maxResponseSize: MAX_ANSWER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const { signal, cleanUp } = deadline(timeoutMs, request.signal);
  try {
    return await exchange(request, client, signal);
  } catch (error) {
    if (signal.aborted && signal.reason instanceof PeerError) throw signal.reason;
    if ((error as NodeJS.ErrnoException).code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
      throw new PeerError('invalid_answer', 'The node’s answer is far too large, so it is not used.');
    }
    throw fromConnectionError(error);
  } finally {
    cleanUp();
    await client.destroy();
  }
}
