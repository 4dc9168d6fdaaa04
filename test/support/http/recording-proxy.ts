import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a proxy of a node that records requests, and can slow down files. */
export async function recordingProxy() {
  const asked: string[] = [];
  const slow = new Set<string>();
  let target = 0;
  const drips = new Set<NodeJS.Timeout>();

  /** Sends about 6 KB/s, for as long as the other side waits. */
  const drip = (answer: IncomingMessage, response: ServerResponse): void => {
    const pieces: Buffer[] = [];
    answer.on('data', (piece: Buffer) => pieces.push(piece));
    answer.on('end', () => {
      const file = Buffer.concat(pieces);
      let sent = 0;
      const timer = setInterval(() => {
        if (response.destroyed) clearInterval(timer);
        else response.write(file.subarray(sent, (sent += 1500)));
        if (sent >= file.length) response.end();
      }, 250);
      drips.add(timer);
    });
  };

  const server = createServer((incoming, response) => {
    const path = new URL(incoming.url ?? '', 'http://node').pathname;
    asked.push(`${incoming.method} ${path}`);
    const { method, url: onwards, headers } = incoming;
    const forward = request({ host: '127.0.0.1', port: target, method, path: onwards, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      if (method === 'GET' && [...slow].some((id) => path.endsWith(id))) drip(answer, response);
      else answer.pipe(response);
    });
    forward.on('error', () => response.destroy());
    response.on('error', () => {});
    incoming.pipe(forward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    /** Ids of contents that are slowed down. */
    slow,
    /** Sets the address of the node. */
    to: (url: string) => {
      target = Number(new URL(url).port);
    },
    stop: async () => {
      for (const timer of drips) clearInterval(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type RecordingProxy = Awaited<ReturnType<typeof recordingProxy>>;
