import type { IncomingMessage, RequestListener } from 'node:http';
import express, { type Express } from 'express';
import type { DashboardTopic } from '../../../contract/dashboard-api/events.ts';
import type { Topics } from '../../../core/events/topics.ts';
import { NodeError } from '../../../core/node-error.ts';
import { type EndpointAdapter, identify } from '../endpoint/adapter.ts';
import type { Endpoint } from '../endpoint/endpoint.ts';
import { streamEvents } from '../endpoint/event-stream.ts';
import { createApp, handleErrors } from '../endpoint/express-app.ts';
import { refuseSeparators, targetOf } from '../endpoint/request-target.ts';
import { addHeaders, headerList } from '../endpoint/response-headers.ts';
import { handleCall, methodsOf, routeWith } from '../endpoint/routing.ts';
import { tokenOf } from '../guards/authorization.ts';
import type { IsOwnName } from '../guards/own-names.ts';
import { type DashboardSessions, sessionEnded } from './dashboard-sessions.ts';
import { isOpenCall, sessionEndpoints } from './session-endpoints.ts';

export interface DashboardApiOptions {
  adapter: EndpointAdapter;
  endpoints: readonly Endpoint[];
  isOwnName: IsOwnName;
  /** Every call needs one of these, except calls that open a session. */
  sessions: DashboardSessions;
  topics: Topics<DashboardTopic>;
  /** The folder of the built dashboard. */
  dashboardDir: string;
  /** Origin of the node API, which serves stored files. */
  nodeOrigin: () => string;
  stopping: AbortSignal;
}

/** The dashboard loads only from its own origin, including covers of contents; the viewer loads the rest. */
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
 * The policy of the frame that shows stored files, which may be hostile: it has no origin and loads only stored files.
 * Its own scripts are cross-origin to it (browsers send `Origin: null`), so any origin may load them; they are not
 * secret.
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

function headersFor(isOfViewer: boolean, nodeOrigin: string): Record<string, string> {
  if (!isOfViewer) return { ...securityHeaders, 'Content-Security-Policy': dashboardPolicy };
  return {
    ...securityHeaders,
    'X-Frame-Options': 'SAMEORIGIN',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Content-Security-Policy': viewerPolicy(nodeOrigin),
  };
}

/**
 * Serves the dashboard's files and the dashboard API, on loopback only. Other origins cannot call it: it sends no CORS
 * headers, requires a session for every call, and refuses any `Origin` but its own.
 */
export function dashboardApi(options: DashboardApiOptions): RequestListener {
  const { adapter, isOwnName, sessions } = options;
  const calls = callsApp(options);
  const files = filesApp(options);
  const guard = (request: IncomingMessage): void => {
    const target = targetOf(request);
    const [folder] = target.segments;
    const { host, origin, authorization } = request.headers;
    if (!isOwnName(host)) throw new NodeError('misdirected_request', 'http.dashboardHost');
    if (origin !== undefined && origin !== `http://${host}` && folder !== viewerFolder) {
      throw new NodeError('origin_not_allowed', 'http.dashboardOrigin');
    }
    if (folder !== callsFolder) {
      refuseSeparators(target);
      return;
    }
    const token = tokenOf(authorization);
    const mayAsk = isOpenCall(request.method, target.path) || (token !== undefined && sessions.isLive(token));
    if (!mayAsk) throw sessionEnded();
  };
  return (request, response) => {
    identify(response);
    const { segments } = targetOf(request);
    const headers = headersFor(segments[0] === viewerFolder, options.nodeOrigin());
    addHeaders(response, headerList(headers));
    try {
      guard(request);
    } catch (error) {
      adapter.fail(error, request, response);
      return;
    }
    // Calls that need a session have an app of their own, so that no path bypasses the check above.
    (segments[0] === callsFolder ? calls : files)(request, response);
  };
}

/** The first segments of paths that are not pages of the dashboard. */
const callsFolder = 'local';
const viewerFolder = 'viewer';

const isCall = ({ contract }: Endpoint): boolean => contract.path.startsWith(`/${callsFolder}/`);

function callsApp({ adapter, endpoints, sessions, topics, stopping }: DashboardApiOptions): Express {
  const app = createApp();
  app.get('/local/events', (_request, response) => streamEvents(response, topics, stopping));
  routeTo(app, [...endpoints.filter(isCall), ...sessionEndpoints(sessions)], adapter);
  return app;
}

function routeTo(app: Express, endpoints: readonly Endpoint[], adapter: EndpointAdapter): void {
  routeWith(app, methodsOf(endpoints), (place, request, response) =>
    handleCall(adapter, place, request, response),
  );
  handleErrors(app, adapter);
}

function filesApp({ adapter, endpoints, dashboardDir }: DashboardApiOptions): Express {
  const app = createApp();
  app.use(
    express.static(dashboardDir, {
      index: false,
      redirect: false,
      acceptRanges: false,
      // Names of files under assets/ contain their hash.
      setHeaders: (response, path) =>
        response.setHeader(
          'Cache-Control',
          /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    }),
  );
  app.get(
    /^\/(?!local(?:\/|$)|api(?:\/|$)|covers(?:\/|$)|thumbnails(?:\/|$)|assets\/)[^.]*$/i,
    (_request, response) => {
      response.sendFile('index.html', {
        root: dashboardDir,
        acceptRanges: false,
        headers: { 'Cache-Control': 'no-cache' },
      });
    },
  );
  routeTo(
    app,
    endpoints.filter((endpoint) => !isCall(endpoint)),
    adapter,
  );
  return app;
}
