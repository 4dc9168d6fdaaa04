import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** What happens to a request on its way to the store, or to the answer on its way back. */
export type Fault =
  | { kind: 'status'; status: number }
  /** The request waits for this long. */
  | { kind: 'slow'; ms: number }
  /** The connection ends before an answer. */
  | { kind: 'reset' }
  /** There is no answer, and the connection stays open. */
  | { kind: 'hang' }
  /** The connection ends after this many bytes of the answer's body. */
  | { kind: 'truncate'; bytes: number }
  /** One bit of the answer's body is wrong. */
  | { kind: 'flip' }
  /** The request reaches the store, and its answer is lost. */
  | { kind: 'lose answer' };

export interface FaultProxy {
  endpoint: string;
  /** Returns the fault of each request. */
  fault: (request: { method: string; path: string; headers: IncomingHttpHeaders }) => Fault | undefined;
  /** The number of requests so far. */
  requests: number;
  /** Refuses connections until `accept`. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  close(): Promise<void>;
}

/** Stands between a node and its object store, and spoils some of the traffic. */
export async function startFaultProxy(upstream: string): Promise<FaultProxy> {
  const server = createServer(async (request, response) => {
    proxy.requests += 1;
    const fault = proxy.fault({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
    });
    if (fault?.kind === 'reset') return void request.socket.destroy();
    if (fault?.kind === 'hang') return void request.resume();
    if (fault?.kind === 'status') {
      request.resume();
      return void response.writeHead(fault.status).end('<Code>Fault</Code>');
    }
    if (fault?.kind === 'slow') await delay(fault.ms);
    forward(new URL(upstream), request, response, fault);
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  const freePort = await listen(0);
  const proxy: FaultProxy = {
    endpoint: `http://127.0.0.1:${freePort}`,
    fault: () => undefined,
    requests: 0,
    refuse: close,
    accept: async () => void (await listen(freePort)),
    close,
  };
  return proxy;
}

function forward(
  { hostname, port }: URL,
  request: IncomingMessage,
  response: ServerResponse,
  fault: Fault | undefined,
): void {
  const { method, url: path, headers } = request;
  // The header Host stays, because it is signed.
  const asking = requestHttp({ hostname, port, method, path, headers }, (answer) => {
    if (fault?.kind === 'lose answer') {
      answer.resume().on('end', () => request.socket.destroy());
      return;
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    let left = fault?.kind === 'truncate' ? fault.bytes : Number.POSITIVE_INFINITY;
    let isFlipped = fault?.kind !== 'flip';
    answer.on('data', (chunk: Buffer) => {
      const part = Buffer.from(chunk.subarray(0, left));
      left -= part.length;
      if (!isFlipped && part.length > 0) part[0] = (part[0] ?? 0) ^ 1;
      isFlipped = true;
      response.write(part);
      if (left <= 0) response.destroy();
    });
    answer.on('end', () => response.end());
    answer.on('error', () => response.destroy());
  });
  asking.on('error', () => response.destroy());
  request.on('error', () => asking.destroy());
  request.pipe(asking);
}
