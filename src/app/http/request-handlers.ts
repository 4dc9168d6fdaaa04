import type { IncomingMessage, RequestListener } from 'node:http';
import type { DashboardTopic } from '../../contract/dashboard-api/events.ts';
import type { Settings } from '../../contract/settings.ts';
import type { NoteActivity } from '../../core/events/activity.ts';
import type { Topics } from '../../core/events/topics.ts';
import type { Logger } from '../../core/log/logger.ts';
import { recordRequests } from '../../features/activity/index.ts';
import { EndpointAdapter } from '../../platform/http/endpoint/adapter.ts';
import type { Endpoint } from '../../platform/http/endpoint/endpoint.ts';
import { addressedHost } from '../../platform/http/guards/addressed-host.ts';
import type { Authenticate } from '../../platform/http/guards/authorization.ts';
import { clientAddress } from '../../platform/http/guards/client-address.ts';
import { Cors } from '../../platform/http/guards/cors.ts';
import { isLoopbackOrigin, ownNames } from '../../platform/http/guards/own-names.ts';
import { perAddress } from '../../platform/http/guards/rate-limits.ts';
import { dashboardApi } from '../../platform/http/listeners/dashboard-api.ts';
import { type DashboardListener, isDashboardName } from '../../platform/http/listeners/dashboard-listener.ts';
import { nodeApi } from '../../platform/http/listeners/node-api.ts';
import { withHealth } from './health.ts';

interface HandlerOptions {
  settings: Settings;
  authenticate: Authenticate;
  /** Copies what other replicas have written. Undefined: there are none. */
  refresh: (() => Promise<void>) | undefined;
  endpoints: readonly Endpoint[];
  stopping: AbortSignal;
  note: NoteActivity;
  logger: Logger;
}

interface NodeHandlerOptions extends HandlerOptions {
  /** Returns the web apps that may call the node API; the list may change at any time. */
  allowedOrigins: () => readonly string[];
  dashboard: Pick<DashboardListener, 'isOwnOrigin'>;
  /** Returns whether load balancers should send requests. */
  isReady: () => boolean;
}

/** Creates the request handler of the node API. */
export function nodeHandler(options: NodeHandlerOptions): RequestListener {
  const { http, node } = options.settings;
  const addressedAs = addressedHost(http.trusted_proxies);
  const isAllowedOrigin = (origin: string) =>
    isLoopbackOrigin(origin) ||
    options.dashboard.isOwnOrigin(origin) ||
    options.allowedOrigins().includes(origin);
  const publicHostName = node.public_host ? [new URL(node.public_host).host] : [];
  const handle = nodeApi({
    adapter: adapter(options, 'node', (request) => {
      const { scheme, hosts } = addressedAs(request);
      return node.public_host ?? `${scheme}://${hosts[0]}`;
    }),
    endpoints: options.endpoints,
    isOwnName: ownNames([...publicHostName, ...http.host_names]),
    addressedAs,
    cors: new Cors(isAllowedOrigin),
    nodeType: node.type,
  });
  return node.type === 'public' ? withHealth(handle, options.isReady) : handle;
}

interface DashboardHandlerOptions extends HandlerOptions {
  sessions: DashboardListener['sessions'];
  topics: Topics<DashboardTopic>;
  dashboardDir: string;
  /** Returns the origin of the node API, which serves stored files. */
  nodeOrigin: () => string;
}

/** Creates the request handler of the dashboard. */
export function dashboardHandler(options: DashboardHandlerOptions): RequestListener {
  const { endpoints, sessions, topics, dashboardDir, nodeOrigin, stopping } = options;
  return dashboardApi({
    adapter: adapter(options, 'dashboard', ({ headers }) => `http://${headers.host}`),
    endpoints,
    isOwnName: ownNames([], isDashboardName),
    sessions,
    topics,
    dashboardDir,
    nodeOrigin,
    stopping,
  });
}

function adapter(
  { settings, authenticate, refresh, stopping, note, logger }: HandlerOptions,
  listener: 'node' | 'dashboard',
  baseUrlOf: (request: IncomingMessage) => string,
): EndpointAdapter {
  const { http, node } = settings;
  // A private node only serves its owner.
  const isLimited = listener === 'node' && node.type === 'public';
  const addressOf = clientAddress(http.trusted_proxies);
  return new EndpointAdapter({
    limit: isLimited
      ? perAddress({
          requests: http.requests_per_minute,
          handshakes: http.handshakes_per_minute,
          sign_in: http.sign_ins_per_minute,
        })
      : undefined,
    authenticate,
    refresh,
    addressOf,
    baseUrlOf,
    logger,
    stopping,
    onHandled: recordRequests({ note, addressOf, toDashboard: listener === 'dashboard' }),
  });
}
