import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { PeerError } from '../failures/peer-error.ts';
import { Deadline } from './deadline.ts';
import {
  asPeerError,
  type GuardedTarget,
  guardedClient,
  header,
  isPlain,
  rejectRedirectsAndRateLimits,
} from './guarded-connection.ts';
import { MinimumSpeed, type MinimumSpeedRule } from './minimum-speed.ts';

export interface DownloadTimeouts extends MinimumSpeedRule {
  /** Time limit for resolving, connecting and the response head together. */
  headMs: number;
  /** Time limit between two received chunks. */
  idleMs: number;
}

export const usualTimeouts: DownloadTimeouts = {
  headMs: 10_000,
  idleMs: 20_000,
  speedWindowMs: 30_000,
  minBytesPerSecond: 4096,
};

export interface DownloadRequest extends GuardedTarget {
  path: string;
  headers: Record<string, string>;
  timeouts?: DownloadTimeouts;
  signal: AbortSignal;
}

/** A response whose head has arrived. The caller reads it to its end or closes it. */
export interface Download {
  status: number;
  /** Returns the first value of a header; empty when there is none. */
  header(name: string): string;
  /** Announced length of the body; undefined when it is not announced. */
  length: number | undefined;
  /**
   * Returns the bytes, once; closes the connection at the end.
   * @param maxBytes more bytes are an error
   * @throws PeerError
   */
  read(maxBytes: number): AsyncGenerator<Buffer, void>;
  close(): Promise<void>;
}

const tooSlow = (): PeerError => new PeerError('timeout', 'peers.tooSlow');

function openDownload(
  response: Dispatcher.ResponseData,
  client: Dispatcher,
  deadline: Deadline,
  timeouts: DownloadTimeouts,
): Download {
  const length = header(response, 'content-length');
  const close = async (): Promise<void> => {
    deadline.end();
    // Errors of the discarded rest are ignored.
    response.body.on('error', () => {}).destroy();
    await client.destroy();
  };
  return {
    status: response.statusCode,
    length: /^\d{1,15}$/.test(length) ? Number(length) : undefined,
    header: (name) => header(response, name),
    close,
    async *read(maxBytes) {
      const speed = new MinimumSpeed(timeouts);
      const chunks = (response.body as Readable)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
      let bytes = 0;
      try {
        for (;;) {
          const since = performance.now();
          deadline.extend(timeouts.idleMs);
          const { value, done } = await chunks.next();
          // This node is the slow side until it requests the next chunk.
          deadline.hold();
          if (done) return;
          bytes += value.length;
          if (bytes > maxBytes) throw new PeerError('invalid_answer', 'peers.sentTooMuch');
          if (speed.isTooSlow(value.length, performance.now() - since)) throw tooSlow();
          yield value;
        }
      } catch (error) {
        throw asPeerError(error, deadline.signal);
      } finally {
        await close();
      }
    },
  };
}

/**
 * Starts a download from another node: without redirects, credentials, proxy or compression, on a connection that ends
 * with the request. Returns responses of every status except 3xx and 429.
 * @throws PeerError
 */
export async function guardedDownload(request: DownloadRequest): Promise<Download> {
  const { path, headers, timeouts = usualTimeouts } = request;
  const client = await guardedClient(request, timeouts.headMs, -1);
  const deadline = new Deadline(timeouts.headMs, request.signal);
  const { signal } = deadline;
  let response: Dispatcher.ResponseData | undefined;
  try {
    response = await client.request({
      path,
      method: 'GET',
      headers: { ...headers, 'accept-encoding': 'identity' },
      signal,
    });
    deadline.hold();
    rejectRedirectsAndRateLimits(response);
    if (!isPlain(response)) throw new PeerError('invalid_answer', 'peers.compressed');
    return openDownload(response, client, deadline, timeouts);
  } catch (error) {
    deadline.end();
    response?.body.on('error', () => {}).destroy();
    await client.destroy();
    throw asPeerError(error, signal);
  }
}
