import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectContinue } from './adapter.ts';

/** How long a stopping listener waits for answers under way. */
const graceMs = 3000;

export interface ListenerOptions {
  host: string;
  port: number;
  handle: RequestListener;
}

/** An HTTP server with the limits of protocol, section 8: headers of 16 KiB in 10 s, bodies idle for 60 s at most. */
export class Listener {
  readonly #server: Server;
  readonly #options: ListenerOptions;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#server = createServer(
      {
        maxHeaderSize: 16 * 1024,
        headersTimeout: 10_000,
        requestTimeout: 0,
        connectionsCheckingInterval: 2000,
      },
      options.handle,
    );
    this.#server.on('checkContinue', (request: IncomingMessage, response) => {
      expectContinue(request);
      options.handle(request, response);
    });
    this.#server.timeout = 60_000;
    this.#server.keepAliveTimeout = 10_000;
  }

  /** Listens; when the port is taken, on a free one. @returns whether the port asked for was taken */
  async start(): Promise<{ portTaken: boolean }> {
    try {
      await this.#listen(this.#options.port);
      return { portTaken: false };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      await this.#listen(0);
      return { portTaken: true };
    }
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Takes no more connections, lets answers under way end, then cuts what is left. */
  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeIdleConnections();
    const timer = setTimeout(() => this.#server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(timer);
  }

  #listen(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, this.#options.host, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
  }
}
