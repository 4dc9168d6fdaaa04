/** Called with the number of bytes of the body sent so far. */
export type OnProgress = (sentBytes: number) => void;

export interface OutgoingRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Blob | ReadableStream<Uint8Array> | string | null;
  signal: AbortSignal | undefined;
  onProgress: OnProgress | undefined;
  keepalive: boolean;
}

/**
 * Whether the code runs in a browser: browsers cannot send a stream, and only XMLHttpRequest reports upload progress.
 * Other runtimes need fetch.
 */
export const inBrowser = 'XMLHttpRequest' in globalThis;

/** Sends a request and resolves with the response, whatever its status; rejects without a response. */
export function send(outgoing: OutgoingRequest, fetchIt: typeof fetch): Promise<Response> {
  const { url, method, signal, onProgress, keepalive } = outgoing;
  if (inBrowser && onProgress) return sendByXhr(outgoing, onProgress);
  return fetchIt(url, {
    method,
    ...(inBrowser ? { headers: outgoing.headers, body: outgoing.body } : streamed(outgoing)),
    signal: signal ?? null,
    keepalive,
    cache: 'no-store',
    credentials: 'omit',
    // A redirect would send the token to another node.
    redirect: 'error',
  });
}

/** Returns a body as a stream that ends with the signal, because Node's fetch continues to read after an abort. */
function streamed({ headers, body, signal, onProgress }: OutgoingRequest): RequestInit & { duplex?: 'half' } {
  if (body === null || typeof body === 'string') return { headers, body };
  const source = body instanceof Blob ? body.stream() : body;
  return {
    headers: body instanceof Blob ? { ...headers, 'Content-Length': String(body.size) } : headers,
    body: source.pipeThrough(counting(onProgress), signal ? { signal } : {}),
    duplex: 'half',
  };
}

function counting(onProgress: OnProgress | undefined): TransformStream<Uint8Array, Uint8Array> {
  let sent = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      controller.enqueue(chunk);
      sent += chunk.byteLength;
      onProgress?.(sent);
    },
  });
}

/** Time limits of a pause in a transfer, because Chromium does not report that its network process ended. */
const stalledMs = { sending: 30_000, responding: 5 * 60_000 };
/** Assumed speed at which a slow disk syncs the bytes that the system has buffered. */
const bytesOnDiskPerMs = 1000;

/** Calls `late` if `moved` was not called in time. @param size of the body, in bytes */
function stallWatch(size: number, late: () => void) {
  const respondingMs = stalledMs.responding + size / bytesOnDiskPerMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const moved = (isSent: boolean) => {
    clearTimeout(timer);
    // The node may sync the bytes to its disk before it responds.
    timer = setTimeout(late, isSent ? respondingMs : stalledMs.sending);
  };
  return { moved, stop: () => clearTimeout(timer) };
}

function sendByXhr(
  { method, url, headers, body, signal }: OutgoingRequest,
  onProgress: OnProgress,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const size = body instanceof Blob ? body.size : 0;
    const watch = stallWatch(size, () => {
      reject(new DOMException('Nothing moved for a while.', 'TimeoutError'));
      abort();
    });
    request.open(method, url);
    request.responseType = 'arraybuffer';
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => {
      watch.moved(false);
      onProgress(loaded);
    };
    request.upload.onload = () => watch.moved(true);
    request.onprogress = () => watch.moved(true);
    request.onload = () =>
      resolve(
        new Response(request.response as ArrayBuffer, {
          status: request.status,
          headers: headersOf(request),
        }),
      );
    request.onerror = () => reject(new TypeError('The connection failed.'));
    request.onabort = () => reject(signal?.reason);
    request.onloadend = () => {
      watch.stop();
      signal?.removeEventListener('abort', abort);
    };
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    signal?.addEventListener('abort', abort);
    // Browsers report no progress for an empty file.
    watch.moved(size === 0);
    request.send(body as Blob | string | null);
  });
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
