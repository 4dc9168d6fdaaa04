import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express } from 'express';
import type { EndpointContract } from '../contract/endpoint.ts';
import { NodeError } from '../core/node-error.ts';
import { type Adapter, identify } from './adapter.ts';
import type { AddressedHost } from './addressed-host.ts';
import type { Cors } from './cors.ts';
import type { Endpoint } from './endpoint.ts';
import type { OwnNames } from './own-names.ts';

export interface NodeApiOptions {
  adapter: Adapter;
  endpoints: readonly Endpoint[];
  ownNames: OwnNames;
  addressedAs: (request: IncomingMessage) => AddressedHost;
  cors: Cors;
  nodeType: 'private' | 'public';
}

type Answerer = (request: IncomingMessage, response: ServerResponse) => void;

/** Headers of every answer; stored content replaces the policy by its own. */
const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

/**
 * The node API: guards, then endpoints. What carries the load, fixed paths and stored bytes, is matched
 * before Express, whose chain costs more than most of them do; the adapter is the same.
 */
export function nodeApi(options: NodeApiOptions): Answerer {
  const { adapter, endpoints } = options;
  const routed = routes(adapter, endpoints);
  const direct = directRoutes(endpoints);
  const readByAnyone = new Set(
    endpoints.filter(({ contract }) => contract.anyOrigin).flatMap((endpoint) => pathsOf(endpoint)),
  );
  return (request, response) => {
    identify(response);
    try {
      if (guard(options, readByAnyone, request, response)) return;
    } catch (error) {
      void adapter.refuse(error, request, response);
      return;
    }
    const match = direct(request);
    if (match) void adapter.run(match.endpoint, request, response, match.params, match.search);
    else routed(request, response);
  };
}

/** @returns whether the request is answered already */
function guard(
  { ownNames, addressedAs, cors, nodeType }: NodeApiOptions,
  readByAnyone: ReadonlySet<string>,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
  if (!addressedAs(request).hosts.every((host) => ownNames.includes(host))) {
    throw new NodeError(
      'misdirected_request',
      'The Host header is not a name of this node. Its owner can add names: http.host_names.',
    );
  }
  const { origin, referer, 'sec-fetch-site': site } = request.headers;
  // A link says by itself who may read: viewers without an origin of their own follow it.
  const anyOrigin = readByAnyone.has(request.url?.split('?', 1)[0] ?? '') || isAccessLink(request.url);
  const allowed = anyOrigin || cors.allows(origin ?? originOf(referer));
  // Chromium calls two ports of one IP address the same site, and yet lets `same-site` keep the one from the other.
  const mayEmbed = nodeType === 'public' || allowed || site === 'same-site';
  response.setHeader('Cross-Origin-Resource-Policy', mayEmbed ? 'cross-origin' : 'same-site');
  if (cors.apply(request, response, anyOrigin)) return true;
  if (nodeType === 'private' && site === 'cross-site' && !allowed) {
    throw new NodeError(
      'cross_site',
      'A private node does not answer pages of other sites. Its owner can allow an origin: http.allowed_origins.',
    );
  }
  return false;
}

const isAccessLink = (url = ''): boolean => /^\/api\/v1\/storage\/\w+\?(.*&)?access=/.test(url);

const originOf = (url: string | undefined): string | undefined =>
  url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined;

interface Match {
  endpoint: Endpoint;
  params: Record<string, string>;
  search: URLSearchParams;
}

/** Matches what is written exactly as in the contract: paths without parameters or query, and stored contents. */
function directRoutes(endpoints: readonly Endpoint[]): (request: IncomingMessage) => Match | undefined {
  const byName = new Map(
    endpoints.flatMap((endpoint) =>
      pathsOf(endpoint).map((path) => [`${endpoint.contract.method} ${path}`, endpoint]),
    ),
  );
  const prefix = '/api/v1/storage/';
  const noSearch = new URLSearchParams();
  return ({ method, url = '' }) => {
    const stored = url.startsWith(prefix);
    const endpoint = byName.get(`${method} ${stored ? `${prefix}{id}` : url}`);
    if (!endpoint) return undefined;
    if (!stored) return { endpoint, params: {}, search: noSearch };
    const [id = '', search] = url.slice(prefix.length).split('?', 2);
    if (!/^[A-Za-z0-9]+$/.test(id)) return undefined;
    return {
      endpoint,
      params: { id },
      search: search === undefined ? noSearch : new URLSearchParams(search),
    };
  };
}

/** Every endpoint through Express; a known path with another method is 405, any other path 404. */
export function routes(adapter: Adapter, endpoints: readonly Endpoint[], app: Express = express()): Express {
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.set('query parser', false);
  const methods = new Map<string, string[]>();
  const operations = endpoints.flatMap((endpoint) => pathsOf(endpoint).map((path) => ({ endpoint, path })));
  for (const { endpoint, path } of operations) {
    const { method } = endpoint.contract;
    methods.set(path, [...(methods.get(path) ?? []), method]);
    app[method.toLowerCase() as Lowercase<EndpointContract['method']>](
      expressPath(path),
      (request, response) => {
        const search = request.url.indexOf('?');
        void adapter.run(
          endpoint,
          request,
          response,
          request.params as Record<string, string>,
          new URLSearchParams(search < 0 ? '' : request.url.slice(search)),
        );
      },
    );
  }
  for (const [path, known] of methods) {
    const allow = [...new Set([...known, ...(known.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(', ');
    app.all(expressPath(path), (request, response) => {
      if (request.method === 'OPTIONS') {
        response.writeHead(204, { Allow: allow }).end();
        return;
      }
      const error = new NodeError('method_not_allowed', `This path takes ${allow}.`, {
        headers: { Allow: allow },
      });
      void adapter.refuse(error, request, response);
    });
  }
  app.use((request, response) => {
    void adapter.refuse(new NodeError('not_found', 'The node has nothing at this path.'), request, response);
  });
  app.use(
    (
      error: Error & { status?: number },
      request: express.Request,
      response: express.Response,
      _next: express.NextFunction,
    ) => {
      adapter.fail(clientError(error), request, response);
    },
  );
  return app;
}

/** What Express and its file server hold against a request, as a problem; anything else as it is. */
function clientError(error: Error & { status?: number }): Error {
  const { status = 500 } = error;
  if (status === 404) return new NodeError('not_found', 'The node has nothing at this path.');
  if (status === 412) return new NodeError('precondition_failed', 'The file has changed meanwhile.');
  if (status < 400 || status >= 500) return error;
  return new NodeError('invalid_request', 'The path or a condition in the headers is not acceptable.');
}

const pathsOf = ({ contract }: Endpoint): string[] => [contract.path, ...(contract.aliases ?? [])];

const expressPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');
