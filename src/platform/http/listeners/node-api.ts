import type { IncomingMessage, ServerResponse } from 'node:http';
import { NodeError } from '../../../core/node-error.ts';
import { type EndpointAdapter, identify } from '../endpoint/adapter.ts';
import type { Call, Endpoint } from '../endpoint/endpoint.ts';
import { createApp, handleErrors } from '../endpoint/express-app.ts';
import { addHeaders, headerList } from '../endpoint/response-headers.ts';
import {
  callOf,
  directPlaces,
  type HandleAt,
  handleCall,
  methodsOf,
  type RequestListener,
  routeWith,
} from '../endpoint/routing.ts';
import type { AddressedHost } from '../guards/addressed-host.ts';
import type { Cors } from '../guards/cors.ts';
import { isCrossSite, pageOrigin } from '../guards/cross-site.ts';
import type { IsOwnName } from '../guards/own-names.ts';

export interface NodeApiOptions {
  adapter: EndpointAdapter;
  endpoints: readonly Endpoint[];
  isOwnName: IsOwnName;
  addressedAs: (request: IncomingMessage) => AddressedHost;
  cors: Cors;
  nodeType: 'private' | 'public';
}

/** Headers of every routed response; stored content has its own policy. */
const securityHeaders = headerList({
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
});

/** Creates the node API: routing, then guards for the matched call. */
export function nodeApi(options: NodeApiOptions): RequestListener {
  const { adapter, endpoints } = options;
  const handleAt: HandleAt = (place, request, response) => {
    try {
      if (guard(options, callOf(place, request), request, response)) return;
    } catch (error) {
      void adapter.refuse(error, request, response);
      return;
    }
    handleCall(adapter, place, request, response);
  };
  const paths = methodsOf(endpoints);
  const app = createApp();
  routeWith(app, paths, handleAt);
  handleErrors(app, adapter);
  const direct = directPlaces(paths);
  return (request, response) => {
    identify(response);
    const place = direct(request);
    if (place) handleAt(place, request, response);
    else app(request, response);
  };
}

/** Checks host name and page; returns whether the request got its response already. */
function guard(
  { isOwnName, addressedAs, cors, nodeType }: NodeApiOptions,
  call: Call | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  addHeaders(response, securityHeaders);
  const { hosts } = addressedAs(request);
  if (!hosts.every(isOwnName)) throw new NodeError('misdirected_request', 'http.hostUnknown');
  const anyOrigin = isForAnyOrigin(call);
  const allowed = anyOrigin || cors.allows(pageOrigin(request.headers));
  const crossSite = isCrossSite(request.headers, hosts[0] ?? '');
  // Chromium treats two ports of one IP address as the same site, but blocks responses with `same-site` between them.
  const isNeighbour = request.headers['sec-fetch-site'] === 'same-site' && !crossSite;
  const mayEmbed = nodeType === 'public' || allowed || isNeighbour;
  addHeaders(response, ['Cross-Origin-Resource-Policy', mayEmbed ? 'cross-origin' : 'same-site']);
  if (cors.apply(request, response, anyOrigin)) return true;
  if (nodeType === 'private' && crossSite && !allowed) throw new NodeError('cross_site', 'http.crossSite');
  return false;
}

/** Returns whether every page may read the response: documents of the node, and capability URLs. */
const isForAnyOrigin = (call: Call | undefined): boolean =>
  call !== undefined &&
  (call.endpoint.contract.anyOrigin === true || call.endpoint.isCapability?.(call) === true);
