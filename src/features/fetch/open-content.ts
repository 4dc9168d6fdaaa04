import { contentIdOf } from '../../core/content-id.ts';
import { PeerError } from '../../platform/net/failures/peer-error.ts';
import type { ConnectionPolicy } from '../../platform/net/guarded/address-policy.ts';
import {
  type Download,
  type DownloadTimeouts,
  guardedDownload,
} from '../../platform/net/guarded/guarded-download.ts';
import type { Pace } from '../../platform/net/transfers/bandwidth.ts';
import type { FetchSource, Outcome } from './fetch-source.ts';
import { readContentType, readFileName } from './response-headers.ts';

/** For a node that is busy, and does not say for how long. */
const busyMs = 60_000;

/** How contents are downloaded. */
export interface FetchConnection extends ConnectionPolicy {
  timeouts?: DownloadTimeouts;
}

/** Which bytes are requested. */
export interface ContentRequest {
  sha256: Buffer;
  /** Where to begin. */
  offset: number;
  /** The size of the whole; undefined: whatever the node says. */
  total: number | undefined;
  maxBytes: number;
  /** Called when the node wants to be left alone for so long. */
  onBusy: (host: string, forMs: number) => void;
}

/** A content that one node has begun to send. */
export interface OpenContent {
  source: FetchSource;
  /** Of the whole content, by this node's word. */
  total: number;
  contentType: string | undefined;
  fileName: string | undefined;
  /**
   * From the wanted offset to the end.
   * @param pace waits before so many bytes go on that came before the offset, and are thrown away
   * @throws PeerError
   */
  bytes(pace: Pace): AsyncGenerator<Buffer, void>;
  close(): Promise<void>;
}

function requestHeaders({ sha256, offset }: ContentRequest): Record<string, string> {
  return {
    accept: '*/*',
    // Only what the node has itself: else nodes would ask each other in circles.
    'cache-control': 'only-if-cached',
    ...(offset > 0 && {
      range: `bytes=${offset}-`,
      'if-range': `"${sha256.toString('hex')}"`,
    }),
  };
}

/** Reads where the answer begins and how large the whole is, or why it is of no use. */
function extentOf(download: Download, request: ContentRequest): { start: number; total: number } | Outcome {
  const { status, length } = download;
  if (status === 200) return length === undefined ? 'unreachable' : { start: 0, total: length };
  if (status === 206 && request.offset > 0) {
    const range = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(download.header('content-range'));
    const [start, end, total] = (range ?? []).slice(1).map(Number);
    const goesOn = start === request.offset && total !== undefined && end === total - 1;
    return goesOn && length === total - start ? { start, total } : 'unreachable';
  }
  // 504 is what a cache says that was told to ask nobody.
  return (status >= 400 && status < 500) || status === 504 ? 'absent' : 'unreachable';
}

function fits(extent: ReturnType<typeof extentOf>, { total, maxBytes }: ContentRequest): typeof extent {
  if (typeof extent === 'string') return extent;
  if (total !== undefined && extent.total !== total) return 'other_size';
  return extent.total > maxBytes ? 'too_large' : extent;
}

async function* after(
  skip: number,
  bytes: AsyncGenerator<Buffer, void>,
  pace: Pace,
): AsyncGenerator<Buffer, void> {
  let left = skip;
  for await (const chunk of bytes) {
    const skipped = Math.min(left, chunk.length);
    left -= skipped;
    if (skipped > 0) await pace(skipped);
    if (skipped < chunk.length) yield chunk.subarray(skipped);
  }
}

/** Requests a content from one node (protocol, 3.10). @returns its bytes to come, or why there are none. Never throws. */
export async function openContent(
  source: FetchSource,
  request: ContentRequest,
  connection: FetchConnection,
  signal: AbortSignal,
): Promise<OpenContent | Outcome> {
  const { guards, ...rest } = connection;
  let download: Download;
  try {
    download = await guardedDownload({
      ...rest,
      origin: source.host,
      path: `/api/v1/storage/${contentIdOf(request.sha256)}`,
      headers: requestHeaders(request),
      guard: guards[source.trust],
      signal,
    });
  } catch (error) {
    if (error instanceof PeerError && error.code === 'rate_limited') {
      request.onBusy(source.host, error.details.retryAfterMs ?? busyMs);
    }
    return 'unreachable';
  }
  const extent = fits(extentOf(download, request), request);
  if (typeof extent === 'string') {
    await download.close();
    return extent;
  }
  const { start, total } = extent;
  return {
    source,
    total,
    contentType: readContentType(download.header('content-type')),
    fileName: readFileName(download.header('content-disposition')),
    bytes: (pace) => after(request.offset - start, download.read(total - start), pace),
    close: () => download.close(),
  };
}
