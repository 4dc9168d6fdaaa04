import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A server that records requests, and whose responses the test controls. */
export interface Holder {
  host: string;
  requests: IncomingMessage[];
  /** Bytes of bodies that were sent through `write` and `end` of the responses below. */
  sentBytes: number;
  /** Resolves when this number of requests has arrived. */
  asked(count?: number): Promise<void>;
  /** Resolves when every connection is closed. */
  left(): Promise<void>;
  answer: Answer;
  close(): void;
}

const holders: Holder[] = [];

export function closeHolders(): void {
  for (const holder of holders.splice(0)) holder.close();
}

export async function startHolder(answer: Answer): Promise<Holder> {
  const server = createServer((request, response) => {
    holder.requests.push(request);
    for (const check of [...waiting]) check();
    const { write, end } = response;
    const count = (chunk: unknown) => {
      if (Buffer.isBuffer(chunk)) holder.sentBytes += chunk.length;
    };
    response.write = ((...args: [unknown]) => {
      count(args[0]);
      return write.apply(response, args as never);
    }) as typeof write;
    response.end = ((...args: [unknown]) => {
      count(args[0]);
      return end.apply(response, args as never);
    }) as typeof end;
    holder.answer(response, request);
  });
  const waiting = new Set<() => void>();
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = () => {
        if (!holds()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  let connections = 0;
  server.on('connection', (socket) => {
    connections++;
    socket.on('error', () => {});
    socket.on('close', () => {
      connections--;
      for (const check of [...waiting]) check();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const holder: Holder = {
    host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    sentBytes: 0,
    asked: (count = 1) => until(() => holder.requests.length >= count),
    left: () => until(() => connections === 0),
    answer,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  holders.push(holder);
  return holder;
}

/** Answers like a node: the whole content, or its part from the start of the range. */
export const has =
  (bytes: Buffer, headers: Record<string, string> = {}): Answer =>
  (response, request) => {
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const rest = bytes.subarray(start);
    response.writeHead(start > 0 ? 206 : 200, {
      'content-type': 'application/octet-stream',
      'content-length': rest.length,
      ...(start > 0 && { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` }),
      ...headers,
    });
    response.end(rest);
  };

export const lacks: Answer = (response) =>
  response.writeHead(404, { 'content-type': 'application/problem+json' }).end('{"code":"content_not_found"}');

/** Sends the first part of the announced bytes, and disconnects. */
export const diesAfter =
  (bytes: Buffer, sent: number): Answer =>
  (response, request) => {
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(start > 0 ? 206 : 200, {
      'content-length': bytes.length - start,
      ...(start > 0 && { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` }),
    });
    response.write(bytes.subarray(start, start + sent), () => response.destroy());
  };

/** Sends the first part of the announced bytes, and stalls. */
export const stallsAfter =
  (bytes: Buffer, sent: number): Answer =>
  (response) => {
    response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, sent));
  };

/** Announces this number of bytes, and sends them very slowly. */
export const drips =
  (total: number): Answer =>
  (response) => {
    response.writeHead(200, { 'content-length': total });
    const drip = setInterval(() => response.write('x'.repeat(100)), 5);
    response.on('close', () => clearInterval(drip));
  };

export const silent: Answer = () => {};
