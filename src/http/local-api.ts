import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestListener } from 'node:http';
import express from 'express';
import type { LocalTopic } from '../contract/local.ts';
import { NodeError } from '../core/node-error.ts';
import type { Topics } from '../core/topics.ts';
import { type Adapter, identify } from './adapter.ts';
import { tokenOf } from './authorization.ts';
import type { Endpoint } from './endpoint.ts';
import { streamEvents } from './local/events.ts';
import { routes } from './node-api.ts';
import type { OwnNames } from './own-names.ts';

export interface LocalApiOptions {
  adapter: Adapter;
  endpoints: readonly Endpoint[];
  ownNames: OwnNames;
  /** The key that every call needs; it is made at first start. */
  localKey: string;
  topics: Topics<LocalTopic>;
  /** The folder of the built dashboard. */
  dashboardDir: string;
  /** Of the node API, which has what is stored. */
  nodeOrigin: () => string;
  stopping: AbortSignal;
}

/** The dashboard shows what its own origin gives, covers of contents among it; the rest is for the viewer. */
const dashboardPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=()',
};

/**
 * What is stored may be hostile: the frame that shows it has no origin, and reaches nothing but what is stored. Its
 * scripts are of another origin to it (browsers send `Origin: null`), so any may load them; they are no secret.
 */
const viewerPolicy = (nodeOrigin: string): string =>
  [
    'sandbox allow-scripts',
    "default-src 'none'",
    "script-src 'self'",
    'worker-src blob:',
    "style-src 'self'",
    `img-src blob: data: ${nodeOrigin}/api/v1/storage/`,
    `media-src ${nodeOrigin}/api/v1/storage/`,
    `connect-src ${nodeOrigin}/api/v1/storage/`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');

const isOfViewer = (url = ''): boolean => url.startsWith('/viewer/');

function headersFor(url: string | undefined, nodeOrigin: string): Record<string, string> {
  if (!isOfViewer(url)) {
    return { ...securityHeaders, 'Content-Security-Policy': dashboardPolicy };
  }
  return {
    ...securityHeaders,
    'X-Frame-Options': 'SAMEORIGIN',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Content-Security-Policy': viewerPolicy(nodeOrigin),
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * The dashboard's files and the local API, on loopback only. No other origin may call it: there are no
 * CORS answers, every call needs the local key, and an `Origin` other than its own is refused.
 */
export function localApi(options: LocalApiOptions): RequestListener {
  const { adapter, ownNames, topics, stopping } = options;
  const key = digest(options.localKey);
  const app = express();
  app.use('/local', (request, _response, next) => {
    const token = tokenOf(request.headers.authorization);
    if (token === undefined || !timingSafeEqual(digest(token), key)) {
      throw new NodeError(
        'unauthorized',
        'The local API needs the key of this node. Open the address that “alcove dashboard” prints.',
      );
    }
    next();
  });
  app.get('/local/events', (_request, response) => streamEvents(response, topics, stopping));
  app.use(
    express.static(options.dashboardDir, {
      index: false,
      redirect: false,
      acceptRanges: false,
      // Files under assets/ have their hash in their name.
      setHeaders: (response, path) =>
        response.setHeader(
          'Cache-Control',
          /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    }),
  );
  app.get(/^\/(?!local(?:\/|$)|api(?:\/|$)|covers(?:\/|$)|assets\/)[^.]*$/, (_request, response) => {
    response.sendFile('index.html', {
      root: options.dashboardDir,
      acceptRanges: false,
      headers: { 'Cache-Control': 'no-cache' },
    });
  });
  routes(adapter, options.endpoints, app);
  return (request, response) => {
    identify(response);
    const headers = headersFor(request.url, options.nodeOrigin());
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const { host, origin } = request.headers;
    if (!ownNames.includes(host)) {
      adapter.fail(
        new NodeError('misdirected_request', 'The dashboard answers to loopback names only.'),
        request,
        response,
      );
    } else if (origin !== undefined && origin !== `http://${host}` && !isOfViewer(request.url)) {
      adapter.fail(
        new NodeError('origin_not_allowed', 'Pages of other origins may not call the local API.'),
        request,
        response,
      );
    } else {
      app(request, response);
    }
  };
}
