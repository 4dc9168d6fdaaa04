import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';
import { message } from '../../../core/messages/message.ts';
import { NodeError } from '../../../core/node-error.ts';
import type { EndpointAdapter } from './adapter.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { refuseSeparators, targetOf } from './request-target.ts';

export interface MatchedPath {
  methods: ReadonlyMap<string, Endpoint>;
  params: Readonly<Record<string, string>>;
}

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;
/** Responds to a request to a place; undefined for an unknown path. */
export type HandleAt = (
  place: MatchedPath | undefined,
  request: IncomingMessage,
  response: ServerResponse,
) => void;

/** Returns the endpoints of each contract path, including aliases. */
export function methodsOf(endpoints: readonly Endpoint[]): Map<string, Map<string, Endpoint>> {
  const paths = new Map<string, Map<string, Endpoint>>();
  for (const endpoint of endpoints) {
    const { path, aliases = [], method } = endpoint.contract;
    for (const name of [path, ...aliases]) {
      paths.set(name, (paths.get(name) ?? new Map()).set(method, endpoint));
    }
  }
  return paths;
}

const stored = '/api/v1/storage/{id}';

/**
 * Finds paths without parameters and stored contents without Express, whose routing takes longer than most handlers.
 */
export function directPlaces(
  paths: ReadonlyMap<string, ReadonlyMap<string, Endpoint>>,
): (request: IncomingMessage) => MatchedPath | undefined {
  const prefix = stored.replace('{id}', '');
  const storage = paths.get(stored);
  return (request) => {
    const { path, segments } = targetOf(request);
    const methods = paths.get(path);
    if (methods) return { methods, params: {} };
    const isStored = storage !== undefined && segments.length === 4 && path.startsWith(prefix);
    return isStored ? { methods: storage, params: { id: segments[3] as string } } : undefined;
  };
}

/** Routes every parsed path with Express, by strict path matching. */
export function routeWith(
  app: Express,
  paths: ReadonlyMap<string, ReadonlyMap<string, Endpoint>>,
  handleAt: HandleAt,
): void {
  for (const [path, methods] of paths) {
    // `app.all` would create a handler for each of 34 methods at the start.
    app.route(path.replace(/\{(\w+)\}/g, ':$1')).all((request, response) => {
      handleAt({ methods, params: request.params as Record<string, string> }, request, response);
    });
  }
  app.use((request, response) => handleAt(undefined, request, response));
}

/** Returns the call of a request; for a preflight, the call that it announces. */
export function callOf(place: MatchedPath | undefined, request: IncomingMessage): Call | undefined {
  const announced = request.headers['access-control-request-method'];
  const method = request.method === 'OPTIONS' && announced ? announced : (request.method ?? '');
  const { methods, params } = place ?? {};
  const endpoint = methods?.get(method) ?? (method === 'HEAD' ? methods?.get('GET') : undefined);
  return endpoint && params && { endpoint, params, query: targetOf(request).query };
}

/** Runs a call. A known path with another method is 405, any other path 404. */
export function handleCall(
  adapter: EndpointAdapter,
  place: MatchedPath | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (!place) {
    void adapter.refuse(nothingAt(request), request, response);
    return;
  }
  const call = request.method === 'OPTIONS' ? undefined : callOf(place, request);
  if (call) {
    void adapter.run(call, request, response);
    return;
  }
  const known = [...place.methods.keys()];
  const allow = [...new Set([...known, ...(known.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(', ');
  if (request.method === 'OPTIONS') {
    response.writeHead(204, { Allow: allow }).end();
    return;
  }
  const error = new NodeError('method_not_allowed', message('http.methodNotAllowed', { methods: allow }), {
    headers: { Allow: allow },
  });
  void adapter.refuse(error, request, response);
}

function nothingAt(request: IncomingMessage): unknown {
  try {
    refuseSeparators(targetOf(request));
  } catch (error) {
    return error;
  }
  return new NodeError('not_found', 'http.notFound');
}
