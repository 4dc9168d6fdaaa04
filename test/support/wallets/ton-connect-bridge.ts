import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface TestBridge {
  readonly url: string;
  /** Called first; the bridge does not answer if it returns true. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  /** Paths and queries of the received requests. */
  readonly requests: string[];
  /** Returns the number of open streams. */
  readonly streams: () => number;
  /** Resolves when this number of streams is open. */
  streamsAre(count: number): Promise<void>;
  /** Ends every stream, as a restarted bridge does; keeps waiting messages. */
  dropStreams(): void;
  stop(): Promise<void>;
  /** Listens again on the same port. */
  restart(): Promise<void>;
  /** Writes a list of wallets to a folder, with the wallets `test-wallet` and `other-wallet` on this bridge. */
  writeWalletsFile(folder: string): string;
}

interface Letter {
  id: number;
  to: string;
  data: string;
}

/**
 * Starts a TON Connect HTTP bridge on loopback, in memory. Messages wait for their receiver, and streams continue after
 * `last_event_id`.
 */
export async function startTestBridge(): Promise<TestBridge> {
  const letters: Letter[] = [];
  const streams = new Map<ServerResponse, string[]>();
  let onStreams = (): void => {};

  const write = (response: ServerResponse, { id, data }: Letter): void => {
    response.write(`event: message\nid: ${id}\ndata: ${data}\n\n`);
  };
  const open = (query: URLSearchParams, response: ServerResponse): void => {
    const receivers = (query.get('client_id') ?? '').split(',');
    const last = Number(query.get('last_event_id') ?? 0);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    response.write('event: heartbeat\ndata: heartbeat\n\n');
    for (const letter of letters) {
      if (receivers.includes(letter.to) && letter.id > last) write(response, letter);
    }
    streams.set(response, receivers);
    onStreams();
    response.on('close', () => {
      streams.delete(response);
      onStreams();
    });
  };
  const post = async (query: URLSearchParams, request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const message = Buffer.concat(parts).toString();
    const to = query.get('to') ?? '';
    const letter = {
      id: letters.length + 1,
      to,
      data: JSON.stringify({ from: query.get('client_id'), message }),
    };
    letters.push(letter);
    for (const [stream, receivers] of streams) if (receivers.includes(to)) write(stream, letter);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"message":"OK","statusCode":200}');
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://bridge');
    bridge.requests.push(request.url ?? '');
    if (bridge.intercept?.(request, response)) return;
    if (request.method === 'GET' && pathname === '/bridge/events') open(searchParams, response);
    else if (request.method === 'POST' && pathname === '/bridge/message') {
      void post(searchParams, request, response);
    } else response.writeHead(404).end();
  });
  const listen = async (wanted: number): Promise<void> => {
    server.listen(wanted, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;

  const bridge: TestBridge = {
    url: `http://127.0.0.1:${port}/bridge`,
    intercept: undefined,
    requests: [],
    streams: () => streams.size,
    streamsAre: (count) =>
      new Promise((resolve) => {
        onStreams = () => {
          if (streams.size === count) resolve();
        };
        onStreams();
      }),
    dropStreams: () => {
      for (const stream of streams.keys()) stream.end();
    },
    stop: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
    restart: () => listen(port),
    writeWalletsFile: (folder) => {
      const path = join(folder, 'wallets.json');
      writeFileSync(path, JSON.stringify([walletEntry('test-wallet'), walletEntry('other-wallet')]));
      return path;
    },
  };
  const walletEntry = (name: string) => ({
    app_name: name,
    name: name === 'test-wallet' ? 'Test Wallet' : 'Other Wallet',
    image: 'https://wallet.example/icon.png',
    about_url: 'https://wallet.example',
    universal_url: 'https://wallet.example/ton-connect',
    bridge: [{ type: 'sse', url: bridge.url }],
    platforms: ['linux'],
  });
  return bridge;
}
