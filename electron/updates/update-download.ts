import { createHash } from 'node:crypto';
import { createWriteStream, type WriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { UpdateError } from './update-error.ts';

/** Time limit for a file of the feed, which is small. */
const responseLimitMs = 20_000;
/** The limits of a download (150 MB at 14 kB/s) and of a pause in it. */
const defaultLimits = { withinMs: 3 * 3_600_000, stallMs: 60_000 };

/**
 * Reads a small file over connections of Node, because Chromium resolves no names (session-guard.ts).
 * @throws UpdateError
 */
export async function readFromFeed(url: URL, maxBytes: number): Promise<Buffer> {
  const signal = AbortSignal.timeout(responseLimitMs);
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytesOf(await ask(url, signal), maxBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

interface Download {
  url: URL;
  destination: string;
  bytes: number;
  /** Base64. */
  sha512: string;
  /** Cancels the download. */
  signal: AbortSignal;
  onProgress: (bytesDone: number) => void;
}

/** Downloads the signed file. @throws UpdateError; the reason of `signal` when it is cancelled */
export async function downloadUpdate(download: Download, limits = defaultLimits): Promise<void> {
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(), limits.stallMs);
  const signal = AbortSignal.any([download.signal, stalled.signal, AbortSignal.timeout(limits.withinMs)]);
  const onProgress = (bytesDone: number): void => {
    timer.refresh();
    download.onProgress(bytesDone);
  };
  try {
    await save({ ...download, signal, onProgress });
  } catch (cause) {
    download.signal.throwIfAborted();
    if (!signal.aborted) throw cause;
    throw new UpdateError('unreachable', 'the update server is too slow', { cause });
  } finally {
    clearTimeout(timer);
  }
}

async function save({ url, destination, bytes, sha512, signal, onProgress }: Download): Promise<void> {
  const hash = createHash('sha512');
  const response = await ask(url, signal);
  const file = createWriteStream(destination);
  await pipeline(
    bytesOf(response, bytes),
    async function* (chunks: AsyncIterable<Uint8Array>) {
      let done = 0;
      for await (const chunk of chunks) {
        hash.update(chunk);
        done += chunk.length;
        onProgress(done);
        yield chunk;
      }
    },
    file,
    { signal },
  ).finally(() => closed(file));
  if (hash.digest('base64') !== sha512) {
    throw new UpdateError('damaged', 'the downloaded file is not the one that was signed');
  }
}

/** Resolves when the stream is closed, because a stream that fails early may still create its file. */
const closed = (file: WriteStream) =>
  new Promise<void>((resolve) => (file.closed ? resolve() : file.once('close', resolve)));

/** Returns whether the connection is encrypted or, as in tests, on loopback. */
export function isEncryptedOrLocal(url: string | URL): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1');
}

const maxRedirects = 5;

async function ask(url: URL, signal: AbortSignal, redirectsLeft = maxRedirects): Promise<Response> {
  const headers = { 'Cache-Control': 'no-cache' };
  const response = await fetch(url, { signal, headers, redirect: 'manual' }).catch((cause) => {
    throw new UpdateError('unreachable', 'the update server cannot be reached', { cause });
  });
  if (response.ok) return response;
  await response.body?.cancel();
  const target = response.headers.get('location');
  if (target !== null && response.status < 400 && redirectsLeft > 0 && URL.canParse(target, url)) {
    const next = new URL(target, url);
    if (isEncryptedOrLocal(next)) return ask(next, signal, redirectsLeft - 1);
  }
  const reason = response.status === 404 ? 'nothing_there' : 'unreachable';
  throw new UpdateError(reason, `the update server answered with status ${response.status}`);
}

/** Yields the body up to a limit, because a server could fill memory or disk. */
async function* bytesOf(response: Response, maxBytes: number): AsyncGenerator<Uint8Array> {
  let received = 0;
  try {
    for await (const chunk of response.body ?? []) {
      received += chunk.length;
      if (received > maxBytes) throw new UpdateError('damaged', `more than ${maxBytes} bytes came`);
      yield chunk;
    }
  } catch (cause) {
    if (cause instanceof UpdateError) throw cause;
    throw new UpdateError('unreachable', 'the update server broke off', { cause });
  }
}
