import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { fromConnectionError, PeerError } from '../failures/peer-error.ts';
import { PieceLimit } from './piece-limit.ts';

export interface ResolvedAddress {
  address: string;
  family: number;
}

export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

export const systemResolve: Resolve = (hostname) => systemLookup(hostname, { all: true });

/** Throws a `PeerError` if the address is blocked. */
export type AddressGuard = (address: string) => void;

/** A host with its allowed addresses. */
export interface GuardedTarget {
  /** A bare http(s) origin. */
  origin: string;
  guard: AddressGuard;
  resolve: Resolve;
}

/** Connects to the checked addresses only, so that a name cannot resolve differently after the check. */
function guardedLookup({ guard, resolve }: GuardedTarget): LookupFunction {
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

/** Ends responses in many tiny pieces. */
const limitPieces: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  const limit = new PieceLimit();
  return dispatch(options, {
    onRequestStart: (...args) => handler.onRequestStart?.(...args),
    onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
    onResponseStart: (...args) => handler.onResponseStart?.(...args),
    onResponseData: (controller, piece) => {
      if (limit.isExceededBy(piece.length)) controller.abort(new PeerError('invalid_answer'));
      else handler.onResponseData?.(controller, piece);
    },
    onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
    onResponseError: (...args) => handler.onResponseError?.(...args),
  });
};

/**
 * Creates the client of one request: connects to allowed addresses only, without a proxy. The only time limit is
 * `connectMs`; the caller sets the others and destroys the client.
 * @param maxResponseBytes -1: the caller enforces the limit
 * @throws PeerError when the origin is a blocked address
 */
export async function guardedClient(
  target: GuardedTarget,
  connectMs: number,
  maxResponseBytes: number,
): Promise<Dispatcher> {
  const { origin, guard } = target;
  // A literal address is never looked up, so it is checked here; URL has already normalised unusual spellings.
  const hostname = new URL(origin).hostname.replace(/^\[|\]$/g, '');
  if (isIP(hostname)) guard(hostname);
  // Loaded on demand: this is a third of all code, and not needed before the first handshake.
  const { Client: UndiciClient } = await import('undici');
  const client = new UndiciClient(origin, {
    // Node's 250 ms per address is too short.
    connect: {
      lookup: guardedLookup(target),
      timeout: connectMs,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: 1500,
      maxCachedSessions: 0,
    },
    maxHeaderSize: 16 * 1024,
    maxResponseSize: maxResponseBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return client.compose(limitPieces);
}

/** Returns the first value of a header; empty when there is none. */
export function header(answer: Pick<Dispatcher.ResponseData, 'headers'>, name: string): string {
  const value = answer.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

/** Throws a PeerError for rate-limited and redirected responses. */
export function rejectRedirectsAndRateLimits(answer: Dispatcher.ResponseData): void {
  const { statusCode } = answer;
  if (statusCode === 429) {
    const seconds = Number(header(answer, 'retry-after'));
    throw new PeerError('rate_limited', undefined, seconds > 0 ? { retryAfterMs: seconds * 1000 } : {});
  }
  if (statusCode >= 300 && statusCode < 400) {
    throw new PeerError('not_a_node', 'peers.redirected', { remedy: 'peers.redirectedRemedy' });
  }
}

/** Returns whether a response is not compressed. */
export const isPlain = (answer: Dispatcher.ResponseData): boolean =>
  /^(identity)?$/i.test(header(answer, 'content-encoding'));

/** Returns whether a response is declared as JSON and is not compressed. */
export const isPlainJson = (answer: Dispatcher.ResponseData): boolean =>
  isPlain(answer) && /^application\/([a-z0-9.-]+\+)?json\s*(;|$)/i.test(header(answer, 'content-type'));

/** Returns why a request with this signal ended. */
export function asPeerError(error: unknown, signal: AbortSignal): PeerError {
  if (signal.aborted && signal.reason instanceof PeerError) return signal.reason;
  if ((error as NodeJS.ErrnoException).code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
    return new PeerError('invalid_answer', 'peers.answerTooLarge');
  }
  return fromConnectionError(error);
}
