import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limited } from '../../../platform/http/listeners/limited.ts';
import type { JsonRpc, RpcResponse } from './toncenter/json-rpc.ts';

export const jsonRpcPath = '/api/v2/jsonRPC';
const maxBodyBytes = 256 * 1024;
const maxConnections = 100;
/** Time limits for slow clients: for sending the request and for reading the response. */
const timeLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 10_000,
};
const silenceMs = 60_000;

/** A request that is refused before it reaches the chain. */
class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Serves toncenter's JSON-RPC to other programs on this computer and blocks web pages. */
export class ChainListener {
  readonly #server: Server;

  constructor(rpc: JsonRpc) {
    const handle = limited((request, response) => {
      responseTo(request, rpc).then(
        (result) => send(response, result),
        (error: unknown) => refuse(response, error),
      );
    });
    this.#server = createServer({ maxHeaderSize: 16 * 1024, ...timeLimits }, handle);
    this.#server.maxConnections = maxConnections;
    this.#server.timeout = silenceMs;
  }

  /**
   * Listens on loopback. Rejects with the system's error, e.g. `EADDRINUSE`.
   * @param port 0 picks a free one
   * @returns the port
   */
  start(port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', () => {
        this.#server.off('error', reject);
        resolve((this.#server.address() as AddressInfo).port);
      });
    });
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }
}

async function responseTo(request: IncomingMessage, rpc: JsonRpc): Promise<RpcResponse> {
  checkCaller(request);
  if (request.url?.split('?')[0] !== jsonRpcPath) {
    throw new Refused(404, `The chain answers at ${jsonRpcPath}.`);
  }
  if (request.method !== 'POST') throw new Refused(405, 'Send a JSON-RPC request by POST.');
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    throw new Refused(415, 'The body must be application/json.');
  }
  return rpc(await bodyOf(request));
}

/** Host names that always mean this computer; any other may belong to a page that uses DNS rebinding. */
const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

function checkCaller({ headers }: IncomingMessage): void {
  if (!loopback.test(headers.host ?? '')) throw new Refused(421, 'The chain answers to localhost only.');
  if (headers.origin !== undefined || (headers['sec-fetch-site'] ?? 'none') !== 'none') {
    throw new Refused(403, 'The chain does not answer to web pages.');
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  // The connection stays open, so that a client that sent too much gets a response.
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBodyBytes) throw new Refused(413, `The body may have at most ${maxBodyBytes} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function refuse(response: ServerResponse, error: unknown): void {
  const status = error instanceof Refused ? error.status : 400;
  const text = error instanceof Refused ? error.message : 'The body was cut off.';
  // The connection closes after the response, because the rest of the request is not read.
  response.setHeader('Connection', 'close');
  send(response, { status, text: JSON.stringify({ ok: false, error: text, code: status }) });
}

function send(response: ServerResponse, { status, text }: RpcResponse): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(text);
}
