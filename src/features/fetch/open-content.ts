import { contentIdOf } from '../../core/content-id.ts';
import { PeerError } from '../../platform/net/failures/peer-error.ts';
import type { ConnectionPolicy } from '../../platform/net/guarded/address-policy.ts';
import {
  type Download,
  type DownloadTimeouts,
  guardedDownload,
} from '../../platform/net/guarded/guarded-download.ts';
import type { Pace } from '../../platform/net/transfers/bandwidth.ts';
import type { FetchOutcome, FetchSource } from './fetch-source.ts';
import { readContentType, readFileName } from './response-headers.ts';

/** Pause for a busy node that states no pause. */
const busyMs = 60_000;

export interface FetchConnection extends ConnectionPolicy {
  timeouts?: DownloadTimeouts;
}

export interface ContentRequest {
  sha256: Buffer;
  /** Offset of the first byte. */
  offset: number;
  /** The total size; undefined: as the node states. */
  total: number | undefined;
  maxBytes: number;
  /** Called when the node refuses requests for `forMs`. */
  onBusy: (host: string, forMs: number) => void;
}

/** A content that a node has started to send. */
export interface OpenContent {
  source: FetchSource;
  /** Total size according to the node. */
  total: number;
  contentType: string | undefined;
  fileName: string | undefined;
  /**
   * Returns the bytes from the requested offset to the end.
   * @param pace delays bytes before the offset, which are discarded
   * @throws PeerError
   */
  bytes(pace: Pace): AsyncGenerator<Buffer, void>;
  close(): Promise<void>;
}

function requestHeaders({ sha256, offset }: ContentRequest): Record<string, string> {
  return {
    accept: '*/*',
    // The node must not forward the request, which prevents cycles of nodes.
    'cache-control': 'only-if-cached',
    ...(offset > 0 && {
      range: `bytes=${offset}-`,
      'if-range': `"${sha256.toString('hex')}"`,
    }),
  };
}

/** Returns offset and total size of a response, or the outcome that makes it unusable. */
function extentOf(
  download: Download,
  request: ContentRequest,
): { start: number; total: number } | FetchOutcome {
  const { status, length } = download;
  if (status === 200) return length === undefined ? 'unreachable' : { start: 0, total: length };
  if (status === 206 && request.offset > 0) {
    const range = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(download.header('content-range'));
    const [start, end, total] = (range ?? []).slice(1).map(Number);
    const continues = start === request.offset && total !== undefined && end === total - 1;
    return continues && length === total - start ? { start, total } : 'unreachable';
  }
  // A node that may not forward the request answers 504.
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

/**
 * Requests a content from one node; never throws.
 * @returns the opened content, or the outcome of the failure
 */
export async function openContent(
  source: FetchSource,
  request: ContentRequest,
  connection: FetchConnection,
  signal: AbortSignal,
): Promise<OpenContent | FetchOutcome> {
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
