import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

/**
 * A failure of a request: its response is lost, a proxy finds no node, or the connection breaks after so many
 * bytes of its body.
 */
export type Trouble = 'answer lost' | 'bad gateway' | { breaksOffAfter: number };

export interface UnreliableNetwork {
  url: string;
  /** The target of requests, which fail while it is undefined. */
  target: string | undefined;
  /** Method and offset of every request. */
  seen: string[];
  close(): Promise<void>;
}

/** A loopback proxy of a node, with failures for the requests whose number is in `troubleOf`. */
export async function unreliableNetwork(
  troubleOf: (number: number) => Trouble | undefined,
): Promise<UnreliableNetwork> {
  const server = createServer((incoming, response) => {
    network.seen.push(`${incoming.method} ${incoming.headers['x-chunk-start'] ?? ''}`.trim());
    if (network.target === undefined) incoming.socket.destroy();
    else lead(incoming, response, network.target, troubleOf(network.seen.length));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const network: UnreliableNetwork = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: undefined,
    seen: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return network;
}

function lead(
  incoming: IncomingMessage,
  response: ServerResponse,
  target: string,
  trouble: Trouble | undefined,
): void {
  if (trouble === 'bad gateway') {
    incoming.resume();
    response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>');
    return;
  }
  const { method, url, headers } = incoming;
  const outgoing = request(`${target}${url}`, {
    method,
    headers: { ...headers, host: new URL(target).host },
  });
  outgoing.on('error', () => incoming.socket.destroy());
  outgoing.on('response', (answer) => {
    if (trouble === 'answer lost') {
      answer.resume().once('end', () => incoming.socket.destroy());
      return;
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    pipeline(answer, response, () => {});
  });
  if (typeof trouble === 'object') {
    let passed = 0;
    incoming.on('data', (chunk: Buffer) => {
      const part = chunk.subarray(0, trouble.breaksOffAfter - passed);
      passed += part.length;
      outgoing.write(part, () => {
        if (passed < trouble.breaksOffAfter) return;
        outgoing.destroy();
        incoming.socket.destroy();
      });
    });
  } else {
    pipeline(incoming, outgoing, () => {});
  }
}
