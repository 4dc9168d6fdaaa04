import { createHash } from 'node:crypto';
import { WrongBytesError } from '../../../src/core/bytes/wrong-bytes.ts';
import type { Lease } from '../../../src/core/concurrency/leader.ts';
import { NodeError } from '../../../src/core/node-error.ts';
import type { FetchCaller } from '../../../src/features/fetch/coalesced-fetch.ts';
import type { SentDescription } from '../../../src/features/fetch/content-fetch.ts';
import type { FetchSource } from '../../../src/features/fetch/fetch-source.ts';
import { RemoteFetch } from '../../../src/features/fetch/remote-fetch.ts';
import { AddressPolicy } from '../../../src/platform/net/guarded/address-policy.ts';
import { systemResolve } from '../../../src/platform/net/guarded/guarded-connection.ts';
import { type DownloadTimeouts, usualTimeouts } from '../../../src/platform/net/guarded/guarded-download.ts';
import { Bandwidth } from '../../../src/platform/net/transfers/bandwidth.ts';
import type { Holder } from './holder.ts';

export const sha256Of = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Returns pseudo-random bytes that differ for each seed. */
export function contentOf(size: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(size);
  let state = seed * 2654435761;
  for (let at = 0; at < size; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

export interface FetchingOptions {
  timeouts?: Partial<DownloadTimeouts>;
  /** Long by default, so that no test depends on it. */
  hedgeMs?: number;
  briskMs?: number;
  maxBytes?: number;
  bandwidth?: Pick<Bandwidth, 'down'>;
  /** The error that is thrown as soon as this number of bytes is stored. */
  full?: { from: number; error: NodeError };
  onChange?: () => void;
}

/** Starts a remote fetch into memory; only the test moves its clock. */
export function startFetching(sources: (Holder | Partial<FetchSource>)[], options: FetchingOptions = {}) {
  const stored = new Map<string, { bytes: Buffer; arriving: SentDescription }>();
  const time = { now: 1_800_000_000_000 };
  const liars: string[] = [];
  const kept: number[] = [];
  const leases: (Lease | undefined)[] = [];
  const received = new Map<string, number>();
  const policy = new AddressPolicy({ allowPrivateHosts: false, clock: () => time.now });
  const bandwidth = options.bandwidth ?? new Bandwidth({ down: undefined, up: undefined });
  const nodes = sources.map(
    (source): FetchSource => ({
      host: source.host ?? '',
      trust: 'named',
      known: false,
      ...('requests' in source ? {} : source),
    }),
  );
  const fetching = new RemoteFetch({
    sources: () => nodes,
    store: {
      has: (sha256) => stored.has(sha256.toString('hex')),
      receive: async (sha256, source, arriving) => {
        kept.push(arriving.sizeHint);
        const { from, error } = options.full ?? {};
        if (from !== undefined && arriving.sizeHint >= from) throw error;
        const chunks: Uint8Array[] = [];
        for await (const chunk of source) chunks.push(chunk);
        const bytes = Buffer.concat(chunks);
        if (!sha256Of(bytes).equals(sha256)) throw new WrongBytesError();
        leases.push(arriving.lease());
        stored.set(sha256.toString('hex'), { bytes, arriving });
      },
    },
    connection: {
      guards: policy,
      resolve: systemResolve,
      timeouts: { ...usualTimeouts, ...options.timeouts },
    },
    maxBytes: options.maxBytes ?? 64 * 1024 * 1024,
    pace: bandwidth.down,
    clock: () => time.now,
    onChange: () => options.onChange?.(),
    onReceived: (host, bytes) => received.set(host, (received.get(host) ?? 0) + bytes),
    onMisbehaviour: (host) => liars.push(host),
    timing: { hedgeMs: options.hedgeMs ?? 60_000, retryMs: 5, fastWithinMs: options.briskMs ?? 60_000 },
  });
  return {
    fetching,
    time,
    liars,
    /** The sizes announced to the store. */
    kept,
    /** The lease of each stored content. */
    leases,
    received,
    nodes,
    /** Stores the content by other means than the fetch. */
    store: (bytes: Buffer, arriving: SentDescription) =>
      stored.set(sha256Of(bytes).toString('hex'), { bytes, arriving }),
    stored: (bytes: Buffer) => stored.get(sha256Of(bytes).toString('hex')),
    fetch: (bytes: Buffer, caller: Partial<FetchCaller> = {}) =>
      fetching.fetch(sha256Of(bytes), {
        priority: 'foreground',
        signal: new AbortController().signal,
        ...caller,
      }),
  };
}

export const failureOf = (promise: Promise<unknown>): Promise<NodeError> =>
  promise.then(
    () => {
      throw new Error('was fetched');
    },
    (error: unknown) => {
      if (error instanceof NodeError) return error;
      throw error;
    },
  );

export const codeOf = async (promise: Promise<unknown>): Promise<string> => (await failureOf(promise)).code;
