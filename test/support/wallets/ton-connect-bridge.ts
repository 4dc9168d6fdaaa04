import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { WalletBridge } from '../../../src/features/practice/wallet/wallet-bridge.ts';

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

/** Starts the bridge of the practice wallet app on loopback, where a test can disturb it. */
export async function startTestBridge(): Promise<TestBridge> {
  const inner = new WalletBridge({ messageBytes: 1024 * 1024 });
  let onStreams = (): void => {};
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://bridge');
    bridge.requests.push(request.url ?? '');
    if (bridge.intercept?.(request, response)) return;
    if (!pathname.startsWith('/bridge/')) response.writeHead(404).end();
    else {
      const query = Object.fromEntries(searchParams);
      void inner.handle(pathname.slice('/bridge/'.length), query, request, response).then(() => onStreams());
    }
    response.on('close', () => setImmediate(() => onStreams()));
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
    streams: () => inner.streams,
    streamsAre: (count) =>
      new Promise((resolve) => {
        onStreams = () => {
          if (inner.streams === count) resolve();
        };
        onStreams();
      }),
    dropStreams: () => inner.endStreams(),
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
