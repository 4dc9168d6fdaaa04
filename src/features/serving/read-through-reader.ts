import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import type { ProblemCode } from '../../contract/problems.ts';
import type { ByteRange } from '../../core/bytes/byte-range.ts';
import type { Awaitable } from '../../core/concurrency/awaitable.ts';
import { NodeError } from '../../core/node-error.ts';
import type { RequestContext } from '../../platform/http/endpoint/endpoint.ts';
import { whileNothingIsSent } from '../../platform/http/listeners/idle-limit.ts';
import type { Catalogue, Content } from '../content/index.ts';

/** Fetches contents that are not stored here. */
export interface RemoteSource {
  /** Returns whether a request may cause requests to other nodes. */
  mayAsk(request: IncomingMessage): Awaitable<boolean>;
  /**
   * Resolves when the complete content is stored here.
   * @throws NodeError `content_not_found`, `peer_content_invalid` and the errors of storing it
   */
  fetch(sha256: Buffer, signal: AbortSignal): Promise<void>;
}

type Context = Pick<RequestContext, 'request' | 'response' | 'signal'>;

/** Requests with `only-if-cached` are not forwarded, which prevents cycles of nodes (RFC 9111, 5.2.1.7). */
const wantsStoredOnly = ({ headers }: IncomingMessage): boolean =>
  /(^|,)\s*only-if-cached\s*(,|$)/i.test(headers['cache-control'] ?? '');

export type ReadCatalogue = Pick<Catalogue, 'get' | 'find' | 'refresh' | 'sendTo'>;

/** Reads contents, and fetches those that are missing or damaged from other nodes. */
export class ReadThroughReader {
  readonly #catalogue: ReadCatalogue;
  readonly #remote: RemoteSource;

  constructor(catalogue: ReadCatalogue, remote: RemoteSource) {
    this.#catalogue = catalogue;
    this.#remote = remote;
  }

  async get(sha256: Buffer, context: Context): Promise<Content> {
    try {
      return this.#catalogue.get(sha256);
    } catch (error) {
      await this.#catalogue.refresh();
      const stored = this.#catalogue.find(sha256);
      if (stored) return stored;
      await this.#fetch(error, 'content_not_found', sha256, context);
      return this.#catalogue.get(sha256);
    }
  }

  async send(out: Writable, content: Content, range: ByteRange | undefined, context: Context): Promise<void> {
    try {
      await this.#catalogue.sendTo(out, content, range);
    } catch (error) {
      if (context.response.headersSent) throw error;
      await this.#fetch(error, 'content_damaged', content.sha256, context);
      await this.#catalogue.sendTo(out, content, range);
    }
  }

  async #fetch(error: unknown, code: ProblemCode, sha256: Buffer, context: Context): Promise<void> {
    const { request } = context;
    const isFetchable = error instanceof NodeError && error.code === code;
    if (!isFetchable || wantsStoredOnly(request) || !(await this.#remote.mayAsk(request))) throw error;
    try {
      await whileNothingIsSent(request, () => this.#remote.fetch(sha256, context.signal()));
    } catch (failure) {
      // The damaged content still exists here, so the response must not say that it is not found.
      const isNowhere = failure instanceof NodeError && failure.code === 'content_not_found';
      throw isNowhere && code === 'content_damaged' ? error : failure;
    }
  }
}
