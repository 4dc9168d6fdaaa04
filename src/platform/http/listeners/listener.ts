import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TransientSet } from '../../../core/concurrency/transient-set.ts';
import { requestId } from '../../../core/ids.ts';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import { expectContinue, identify, sendJson } from '../endpoint/adapter.ts';
import { toProblem } from '../endpoint/problem.ts';
import { checkFraming } from '../guards/framing.ts';
import { idleMs } from './idle-limit.ts';
import { limited } from './limited.ts';
import { UnsentLimit } from './unsent-limit.ts';

/** Errors of an address that this computer does not have at present. */
const noSuchAddress = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_ADDRFAMILY']);
/** Errors of a port that another process uses, or that needs administrator rights. */
export const notThisPort = new Set(['EADDRINUSE', 'EACCES']);

const maxHeaderBytes = 16 * 1024;
const headersMs = 10_000;
/** How long a stopping listener waits for pending responses. */
export const graceMs = 3000;
const idleCheckMs = 20;
const unsentCheckMs = 1000;

export interface ListenerOptions {
  host: string;
  port: number;
  handle: RequestListener;
  onConnection?: (socket: Socket) => void;
}

/** Responds to requests that the parser rejects with a problem document. */
function refuseUnreadable(
  error: NodeJS.ErrnoException & { rawPacket?: Buffer },
  socket: Duplex & { _httpMessage?: ServerResponse },
): void {
  // No second response can follow one that has already begun.
  if (!socket.writable || error.code === 'ECONNRESET' || socket._httpMessage?.headersSent) {
    socket.destroy();
    return;
  }
  const toHead = error.rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD ';
  endWithProblem(socket, unreadable(error.code), { withBody: !toHead });
}

/** Writes a problem document to a connection without a response object and closes it. */
function endWithProblem(socket: Duplex, error: NodeError, { withBody } = { withBody: true }): void {
  const id = requestId();
  const { document } = toProblem(error, id);
  const body = JSON.stringify(document);
  socket.end(
    [
      `HTTP/1.1 ${document.status} ${STATUS_CODES[document.status]}`,
      `X-Request-Id: ${id}`,
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
      'Cache-Control: no-store',
      'Connection: close',
      '',
      withBody ? body : '',
    ].join('\r\n'),
  );
}

function unreadable(code: string | undefined): NodeError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new NodeError('headers_too_large', message('http.headersTooLarge', { max: maxHeaderBytes }));
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new NodeError('request_timeout', message('http.headersTimeout', { limit: headersMs }));
    default:
      return new NodeError('invalid_request', 'http.malformed');
  }
}

/** Responds to a request that reaches no API, and closes the connection, because its further bytes are not trusted. */
export function refuse(error: unknown, request: IncomingMessage, response: ServerResponse): void {
  const { document, headers } = toProblem(error, identify(response));
  sendJson(response, document.status, document, {
    ...headers,
    'Content-Type': 'application/problem+json',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  });
  request.resume();
}

/** An HTTP server with limits: headers of 16 KiB in 10 s, bodies idle for 60 s at most. */
export class Listener {
  readonly #server: Server;
  readonly #options: ListenerOptions;
  readonly #connections = new TransientSet<Socket>();
  readonly #unsent = new UnsentLimit();
  #checking: NodeJS.Timeout | undefined;
  #port: number | undefined;
  #host: string;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#host = options.host;
    const handle = limited((request, response) => {
      try {
        checkFraming(request);
      } catch (error) {
        return refuse(error, request, response);
      }
      options.handle(request, response);
    });
    this.#server = createServer(
      {
        maxHeaderSize: maxHeaderBytes,
        headersTimeout: headersMs,
        requestTimeout: 0,
        connectionsCheckingInterval: 2000,
        // Node's own refusal would have no problem document; `checkFraming` checks this instead.
        requireHostHeader: false,
      },
      handle,
    );
    this.#server.on('connection', (socket) => {
      this.#connections.add(socket);
      socket.once('close', () => this.#connections.delete(socket));
      options.onConnection?.(socket);
    });
    this.#server.on('checkContinue', (request: IncomingMessage, response) => {
      expectContinue(request);
      handle(request, response);
    });
    const refuseExpectation = limited((request, response) =>
      refuse(new NodeError('expectation_failed', 'http.expectation'), request, response),
    );
    this.#server.on('checkExpectation', refuseExpectation);
    this.#server.on('connect', (_request, socket) => {
      // The server removes its error listener from a socket that it hands over.
      socket.on('error', () => socket.destroy());
      endWithProblem(socket, new NodeError('not_implemented', 'http.notProxy'));
    });
    this.#server.on('clientError', refuseUnreadable);
    this.#server.timeout = idleMs;
    this.#server.keepAliveTimeout = 10_000;
  }

  /**
   * Starts listening.
   * @param options `orFreePort`: falls back to a free port, and to loopback when this computer does not have the
   * address
   * @returns the requested address or port if it was not available
   */
  async start({ orFreePort }: { orFreePort: boolean }): Promise<{ missed: 'port' | 'address' | null }> {
    const { host, port } = this.#options;
    try {
      await this.#listen(host, port);
      return { missed: null };
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (orFreePort && noSuchAddress.has(code)) {
        await this.#listen('127.0.0.1', port).catch(() => this.#listen('127.0.0.1', 0));
        return { missed: 'address' };
      }
      if (!orFreePort || !notThisPort.has(code)) throw error;
      await this.#listen(host, 0);
      return { missed: 'port' };
    }
  }

  /** Returns the current or last address. */
  get host(): string {
    return this.#host;
  }

  /** Returns the current or last port; other parts of the node still use it while the node stops. */
  get port(): number {
    if (this.#port === undefined) throw new Error('The listener has not been started.');
    return this.#port;
  }

  /** Stops accepting connections, waits for pending responses, then closes the remaining connections. */
  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    // Browsers open connections in advance, and Node counts one without a request as busy.
    for (const socket of this.#connections) if (socket.bytesRead === 0) socket.destroy();
    // Node keeps a connection open after the response that was pending.
    const idle = setInterval(() => this.#server.closeIdleConnections(), idleCheckMs);
    this.#server.closeIdleConnections();
    const timer = setTimeout(() => this.#server.closeAllConnections(), graceMs);
    await closed;
    clearInterval(this.#checking);
    clearInterval(idle);
    clearTimeout(timer);
  }

  async #listen(host: string, port: number): Promise<void> {
    this.#server.listen(port, host);
    // Removes its listeners after an error too, because a second attempt may follow.
    await once(this.#server, 'listening');
    this.#host = host;
    this.#port = (this.#server.address() as AddressInfo).port;
    this.#checking = setInterval(() => this.#unsent.check(this.#connections), unsentCheckMs);
  }
}
