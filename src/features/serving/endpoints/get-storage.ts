import type { IncomingMessage } from 'node:http';
import { create as contentDisposition } from 'content-disposition';
import { getStorage, headStorage } from '../../../contract/node-api/serving.ts';
import type { ProblemCode } from '../../../contract/problems.ts';
import { contentIdOf, parseContentId } from '../../../core/content-id.ts';
import { dispositionFor } from '../../../core/media-type/media-type.ts';
import { NodeError } from '../../../core/node-error.ts';
import {
  defineEndpoint,
  type Endpoint,
  type RequestContext,
} from '../../../platform/http/endpoint/endpoint.ts';
import type { ByteRange } from '../../../platform/http/file-responses/byte-range.ts';
import {
  checkPreconditions,
  isNotModified,
  requestedRange,
} from '../../../platform/http/file-responses/conditions.ts';
import { PacedOutput } from '../../../platform/http/file-responses/paced-output.ts';
import { hostileContentPolicy } from '../../../platform/http/guards/hostile-content.ts';
import { whileNothingIsSent } from '../../../platform/http/listeners/idle-limit.ts';
import type { Pace } from '../../../platform/net/bandwidth.ts';
import type { Catalogue, Content } from '../../content/catalogue.ts';
import type { LicensedContents } from '../../licensing/licensed-contents.ts';
import { answerLink } from './licensed-response.ts';

function describe(content: Content, download: boolean): Record<string, string> {
  const name = content.name || contentIdOf(content.sha256);
  return {
    'Content-Type': content.contentType,
    'Content-Disposition': contentDisposition(name, {
      type: download ? 'attachment' : dispositionFor(content.contentType),
    }),
    'Content-Security-Policy': hostileContentPolicy,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Accept-Ranges': 'bytes',
    ETag: `"${content.sha256.toString('hex')}"`,
    'Last-Modified': new Date(content.createdAt).toUTCString(),
    'Repr-Digest': `sha-256=:${content.sha256.toString('base64')}:`,
  };
}

/** Where contents are that are not here. */
export interface Elsewhere {
  /** Whether whoever sends this request may have others asked (protocol, 3.10). */
  mayAsk(request: IncomingMessage): boolean;
  /**
   * Resolves when the content is stored here, and whole.
   * @throws NodeError `content_not_found`, `peer_content_invalid` and what keeps it from being stored
   */
  fetch(sha256: Buffer, signal: AbortSignal): Promise<void>;
}

export interface StorageServices {
  catalogue: Pick<Catalogue, 'get' | 'sendTo'>;
  licensed: Pick<LicensedContents, 'isLink' | 'open' | 'refuseClosed'>;
  elsewhere: Elsewhere;
  /** The limit on what is sent to whoever makes a request, where there is one. */
  paceFor(request: IncomingMessage): Pace | undefined;
}

type Context = Pick<RequestContext, 'request' | 'response' | 'signal'>;

/** So that nobody asks on behalf of others in a circle (RFC 9111, 5.2.1.7). */
const wantsStoredOnly = ({ headers }: IncomingMessage): boolean =>
  /(^|,)\s*only-if-cached\s*(,|$)/i.test(headers['cache-control'] ?? '');

/** The content with its bytes, from other nodes where it is not here or damaged. */
class Bringer {
  readonly #services: StorageServices;

  constructor(services: StorageServices) {
    this.#services = services;
  }

  async get(sha256: Buffer, context: Context): Promise<Content> {
    try {
      return this.#services.catalogue.get(sha256);
    } catch (error) {
      await this.#bring(error, 'content_not_found', sha256, context);
      return this.#services.catalogue.get(sha256);
    }
  }

  async send(content: Content, range: ByteRange | undefined, context: Context): Promise<void> {
    const { catalogue, paceFor } = this.#services;
    const pace = paceFor(context.request);
    const send = () =>
      catalogue.sendTo(pace ? new PacedOutput(context.response, pace) : context.response, content, range);
    try {
      await send();
    } catch (error) {
      if (context.response.headersSent) throw error;
      await this.#bring(error, 'content_damaged', content.sha256, context);
      await send();
    }
  }

  async #bring(error: unknown, code: ProblemCode, sha256: Buffer, context: Context): Promise<void> {
    const { request } = context;
    const { elsewhere } = this.#services;
    const isMissing = error instanceof NodeError && error.code === code;
    if (!isMissing || wantsStoredOnly(request) || !elsewhere.mayAsk(request)) throw error;
    try {
      await whileNothingIsSent(request, () => elsewhere.fetch(sha256, context.signal()));
    } catch (failure) {
      // That nobody else has it does not make it unknown here.
      const isNowhere = failure instanceof NodeError && failure.code === 'content_not_found';
      throw isNowhere && code === 'content_damaged' ? error : failure;
    }
  }
}

interface Asked {
  params: { id: string };
  query: { download?: '1' | undefined; access?: string | undefined };
}

async function answer(
  services: StorageServices,
  { params, query: { access, ...query } }: Asked,
  context: RequestContext,
): Promise<'sent'> {
  const { sha256 } = parseContentId(params.id);
  const download = query.download === '1';
  if (access !== undefined) {
    const asked = { sha256, access, download };
    return answerLink(services.licensed, asked, context, services.paceFor(context.request));
  }
  services.licensed.refuseClosed(sha256);
  return answerStored(new Bringer(services), sha256, download, context);
}

async function answerStored(
  bringer: Bringer,
  sha256: Buffer,
  download: boolean,
  context: RequestContext,
): Promise<'sent'> {
  const { request, response } = context;
  const content = await bringer.get(sha256, context);
  const headers = describe(content, download);
  const validators = { etag: headers.ETag as string, lastModified: content.createdAt };
  checkPreconditions(request.headers, validators);
  if (isNotModified(request.headers, validators)) {
    const { ETag, 'Cache-Control': cacheControl, 'Content-Security-Policy': policy } = headers;
    response.writeHead(304, { ETag, 'Cache-Control': cacheControl, 'Content-Security-Policy': policy }).end();
    return 'sent';
  }
  if (request.method === 'HEAD') {
    response.writeHead(200, { ...headers, 'Content-Length': content.size }).end();
    return 'sent';
  }
  const range = requestedRange(request.headers, content.size, validators);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('Content-Length', range ? range.end - range.start + 1 : content.size);
  if (range) response.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${content.size}`);
  response.statusCode = range ? 206 : 200;
  await bringer.send(content, range, context);
  return 'sent';
}

/** A link that this node made for somebody is followed by viewers without an origin of their own, too. */
const isLinked =
  ({ licensed }: StorageServices): NonNullable<Endpoint['isCapability']> =>
  ({ params: { id = '' }, query: { access } }) => {
    const sha256 = access === undefined ? undefined : hashOf(id);
    return access !== undefined && sha256 !== undefined && licensed.isLink(sha256, access);
  };

function hashOf(id: string): Buffer | undefined {
  try {
    return parseContentId(id).sha256;
  } catch (error) {
    if (error instanceof NodeError) return undefined;
    throw error;
  }
}

/** 10. The bytes of a content. */
export const getStorageEndpoint = (services: StorageServices) =>
  defineEndpoint({
    contract: getStorage,
    limit: 'requests',
    isCapability: isLinked(services),
    handle: (asked, context) => answer(services, asked, context),
  });

/** 10. The same without the bytes. */
export const headStorageEndpoint = (services: StorageServices) =>
  defineEndpoint({
    contract: headStorage,
    limit: 'requests',
    isCapability: isLinked(services),
    handle: (asked, context) => answer(services, asked, context),
  });
