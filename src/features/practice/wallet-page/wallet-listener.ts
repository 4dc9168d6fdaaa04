import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { secretToken } from '../../../core/ids.ts';
import { readText } from '../../../platform/http/endpoint/read-body.ts';
import { type RequestTarget, targetOf } from '../../../platform/http/endpoint/request-target.ts';
import { Listener } from '../../../platform/http/listeners/listener.ts';
import { languageOf } from '../../../platform/http/pages/page-language.ts';
import type { PracticeWallet } from '../wallet/practice-wallet.ts';
import type { WalletBridge } from '../wallet/wallet-bridge.ts';
import { readConnectLink } from '../wallet/wallet-protocol.ts';
import { OneTimeLinks } from './one-time-links.ts';
import { stylesheet } from './stylesheet.ts';
import { script, walletPage } from './wallet-page.ts';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const headers = {
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src ${hashOf(stylesheet)}`,
    `script-src ${hashOf(script)}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // `no-referrer` would hide the origin of the form, too.
  'Referrer-Policy': 'same-origin',
};

const maxFormBytes = 1024;
const form = z.object({ id: z.string().max(64), answer: z.enum(['confirm', 'reject']) });

/** Reads the form of the page; undefined for any other text. */
export const readAnswer = (text: string): z.output<typeof form> | undefined =>
  form.safeParse(Object.fromEntries(new URLSearchParams(text))).data;

/** Serves the practice wallet app on loopback: its bridge to programs, its page to those who have the address. */
export class WalletListener {
  readonly #listener: Listener;
  readonly #wallet: PracticeWallet;
  readonly #bridge: WalletBridge;
  /** New in each run. */
  readonly #secret = secretToken();
  readonly #links = new OneTimeLinks();

  constructor(port: number, wallet: PracticeWallet, bridge: WalletBridge) {
    this.#wallet = wallet;
    this.#bridge = bridge;
    this.#listener = new Listener({
      host: '127.0.0.1',
      port,
      handle: (request, response) => {
        this.#handle(request, response).catch(() => {
          if (response.headersSent) response.destroy();
          else answer(response, 500);
        });
      },
    });
  }

  /** Listens at the port, or at a free one if it is taken. */
  async start(): Promise<void> {
    await this.#listener.start({ orFreePort: true });
  }

  async stop(): Promise<void> {
    this.#bridge.endStreams();
    await this.#listener.stop();
  }

  get port(): number {
    return this.#listener.port;
  }

  get bridgeUrl(): string {
    return `${this.#origin}/bridge`;
  }

  /** The address of the page, which nobody can guess. */
  get pageUrl(): string {
    return `${this.#origin}/${this.#secret}/`;
  }

  get #origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Another name may belong to a page that uses DNS rebinding.
    if (`http://${request.headers.host}` !== this.#origin) return answer(response, 421);
    const { segments, query } = targetOf(request);
    const [first = '', rest = '', ...others] = segments;
    if (others.length > 0) return answer(response, 404);
    if (first === 'bridge') return this.#bridge.handle(rest, query, request, response);
    if (first === 'open' && request.method === 'GET') return this.#redirect(rest, response);
    if (!isSame(first, this.#secret)) return answer(response, 404);
    if (request.method === 'POST' && rest === 'answer') return this.#answer(request, response);
    if (request.method === 'POST') return this.#link(rest, query, response);
    if (request.method !== 'GET') return answer(response, 405);
    if (rest === 'state') return this.#state(request, response);
    // Embedded in another page, its buttons could be hidden below something else.
    if ((request.headers['sec-fetch-dest'] ?? 'document') !== 'document') return answer(response, 403);
    if (rest === 'connect') return this.#connect(query, response);
    if (rest !== '') return answer(response, 404);
    const version = this.#wallet.version;
    const page = walletPage(
      await this.#wallet.view(),
      version,
      languageOf(request.headers['accept-language']),
    );
    answer(response, 200, { 'Content-Type': 'text/html; charset=utf-8', Vary: 'Accept-Language' }, page.text);
  }

  /** Answers with a link that opens the same address once. */
  #link(name: string, query: RequestTarget['query'], response: ServerResponse): void {
    if (name !== '' && name !== 'connect') return answer(response, 404);
    const page = `${this.pageUrl}${name}${name && `?${new URLSearchParams(query)}`}`;
    answer(response, 200, { 'Content-Type': 'text/plain' }, `${this.#origin}/open/${this.#links.add(page)}`);
  }

  #redirect(secret: string, response: ServerResponse): void {
    const page = this.#links.take(secret);
    if (page === undefined) return answer(response, 404);
    answer(response, 303, { Location: page });
  }

  #connect(query: RequestTarget['query'], response: ServerResponse): void {
    const link = readConnectLink(query);
    if (!link) return answer(response, 400);
    this.#wallet.open(link);
    answer(response, 303, { Location: this.pageUrl });
  }

  #state({ headers: { 'sec-fetch-site': site } }: IncomingMessage, response: ServerResponse): void {
    if ((site ?? 'same-origin') !== 'same-origin') return answer(response, 403);
    answer(response, 200, { 'Content-Type': 'text/plain' }, this.#wallet.version);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Browsers send the origin with every form.
    if (request.headers.origin !== this.#origin) return answer(response, 403);
    const given = readAnswer(await readText(request, maxFormBytes).catch(() => ''));
    if (!given) return answer(response, 400);
    this.#wallet.answer(given.id, given.answer === 'confirm');
    answer(response, 303, { Location: this.pageUrl });
  }
}

function isSame(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function answer(
  response: ServerResponse,
  status: number,
  more: Record<string, string> = {},
  body = '',
): void {
  response.writeHead(status, { ...headers, ...more, 'Content-Length': Buffer.byteLength(body) }).end(body);
}
