import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { LocalTopic, Notice } from '../contract/dashboard-api/monitoring.ts';
import type { Settings } from '../contract/settings.ts';
import type { NoteActivity } from '../core/activity.ts';
import type { Logger } from '../core/log/logger.ts';
import { SettingsError } from '../core/settings.ts';
import type { Topics } from '../core/topics.ts';
import { noteAnswers } from '../features/activity/request-activity.ts';
import { Adapter } from '../platform/http/endpoint/adapter.ts';
import type { Endpoint } from '../platform/http/endpoint/endpoint.ts';
import { addressedHost } from '../platform/http/guards/addressed-host.ts';
import type { Authenticate } from '../platform/http/guards/authorization.ts';
import { clientAddress } from '../platform/http/guards/client-address.ts';
import { Cors } from '../platform/http/guards/cors.ts';
import { isLoopbackOrigin, OwnNames } from '../platform/http/guards/own-names.ts';
import { perAddress, unlimited } from '../platform/http/guards/rate-limits.ts';
import { localApi } from '../platform/http/listeners/dashboard-api.ts';
import { type DashboardListener, isDashboardName } from '../platform/http/listeners/dashboard-listener.ts';
import { Listener } from '../platform/http/listeners/listener.ts';
import { nodeApi } from '../platform/http/listeners/node-api.ts';

export interface NodeListenersOptions {
  settings: Settings;
  /** Web apps that may call the node API; they may change at any time. */
  allowedOrigins: () => readonly string[];
  authenticate: Authenticate;
  nodeEndpoints: readonly Endpoint[];
  dashboardEndpoints: readonly Endpoint[];
  /** Where the dashboard listens; it may have its port already. */
  dashboard: DashboardListener;
  /** Whether the dashboard takes a free port where it may not have the one that it is to have. */
  dashboardMayMove: boolean;
  topics: Topics<LocalTopic>;
  dashboardDir: string;
  stopping: AbortSignal;
  /** Where it is noted that a port was taken. */
  notices: Notice[];
  note: NoteActivity;
  /** Told of each connection to the node API. */
  onConnection: (socket: Socket) => void;
  logger: Logger;
}

/** The two listeners of a node (protocol, section 2). */
export class NodeListeners {
  readonly #options: NodeListenersOptions;
  readonly #node: Listener;

  constructor(options: NodeListenersOptions) {
    this.#options = options;
    this.#node = nodeListener(options);
  }

  get nodeUrl(): string {
    return `http://${urlHost(this.#node.host)}:${this.#node.port}`;
  }

  get dashboardUrl(): string {
    return this.#options.dashboard.url;
  }

  /** @throws SettingsError naming the settings that say where it cannot listen */
  async start(): Promise<void> {
    const { settings, dashboard, dashboardMayMove } = this.#options;
    const handle = dashboardHandler(this.#options, () => this.nodeUrl);
    const [node, { missed }] = await Promise.all([
      // Others find a public node by its address: elsewhere would be nowhere.
      this.#node
        .start({ elsewhere: settings.node.type !== 'public' })
        .catch(cannotListen('node.listen, node.port')),
      dashboard
        .start(settings.dashboard.port, handle, { elsewhere: dashboardMayMove })
        .catch(cannotListen('dashboard.port')),
    ]);
    if (node.missed === 'port') this.#notePort('node API', 'node.port', this.#node);
    if (node.missed === 'address') this.#noteAddress();
    if (missed === 'port') this.#noteDashboard();
  }

  /** Takes no more requests, and lets answers under way end. @param keepDashboard keeps the dashboard's port */
  async stop({ keepDashboard }: { keepDashboard: boolean }): Promise<void> {
    const { dashboard } = this.#options;
    await Promise.all([this.#node.stop(), keepDashboard ? dashboard.pause() : dashboard.stop()]);
  }

  #noteAddress(): void {
    const { listen } = this.#options.settings.node;
    this.#options.notices.push({
      code: 'address_missing',
      severity: 'warning',
      message: `This computer does not have the address ${listen} of node.listen now, so the node API can be reached from this computer alone until the next start. To choose another address for good, set node.listen.`,
    });
  }

  /** A page at the usual port could ask for anything in Alcove's name. */
  #noteDashboard(): void {
    const { settings, dashboard, notices, logger } = this.#options;
    const message = `Another program has the port ${settings.dashboard.port}, so the dashboard uses ${dashboard.port} until the next start. What answers at port ${settings.dashboard.port} is not Alcove: give it no passphrase and no file. To choose another port for good, set dashboard.port.`;
    notices.push({ code: 'dashboard_port_taken', severity: 'warning', message });
    logger.warn({ wanted: settings.dashboard.port, port: dashboard.port }, message);
  }

  #notePort(what: string, setting: string, { port }: Listener): void {
    this.#options.notices.push({
      code: 'port_taken',
      severity: 'info',
      message: `The usual port of the ${what} was taken, so it uses ${port} until the next start. To choose one for good, set ${setting}.`,
    });
  }
}

function nodeListener(options: NodeListenersOptions): Listener {
  const { settings } = options;
  const { http, node } = settings;
  const addressedAs = addressedHost(http.trusted_proxies);
  const isAllowedOrigin = (origin: string) =>
    isLoopbackOrigin(origin) ||
    options.dashboard.isOwnOrigin(origin) ||
    options.allowedOrigins().includes(origin);
  const publicHostName = node.public_host ? [new URL(node.public_host).host] : [];
  return new Listener({
    host: node.listen,
    port: node.port,
    onConnection: options.onConnection,
    handle: nodeApi({
      adapter: adapter(options, 'node', (request) => {
        const { scheme, hosts } = addressedAs(request);
        return node.public_host ?? `${scheme}://${hosts[0]}`;
      }),
      endpoints: options.nodeEndpoints,
      ownNames: new OwnNames([...publicHostName, ...http.host_names]),
      addressedAs,
      cors: new Cors(isAllowedOrigin),
      nodeType: node.type,
    }),
  });
}

function dashboardHandler(options: NodeListenersOptions, nodeOrigin: () => string): RequestListener {
  const { dashboard, topics, dashboardDir, stopping } = options;
  return localApi({
    adapter: adapter(options, 'dashboard', ({ headers }) => `http://${headers.host}`),
    endpoints: options.dashboardEndpoints,
    ownNames: new OwnNames([], isDashboardName),
    sessions: dashboard.sessions,
    topics,
    dashboardDir,
    nodeOrigin,
    stopping,
  });
}

function adapter(
  { settings, authenticate, stopping, note, logger }: NodeListenersOptions,
  listener: 'node' | 'dashboard',
  baseUrlOf: (request: IncomingMessage) => string,
): Adapter {
  const { http, node } = settings;
  const isLimited = listener === 'node' && node.type === 'public';
  const addressOf = clientAddress(http.trusted_proxies);
  return new Adapter({
    limit: isLimited
      ? perAddress({
          requests: http.requests_per_minute,
          handshakes: http.handshakes_per_minute,
          sign_in: http.sign_ins_per_minute,
        })
      : unlimited,
    authenticate,
    addressOf,
    baseUrlOf,
    logger,
    stopping,
    onAnswered: noteAnswers({ note, addressOf, toDashboard: listener === 'dashboard' }),
  });
}

/** @param settings that say where it listens, for whoever must change them */
const cannotListen =
  (settings: string) =>
  (cause: Error): never => {
    throw new SettingsError(`${settings}: the node cannot listen there (${cause.message}).`, { cause });
  };

/** How this computer reaches a listener: an address that means “any” is asked on loopback. */
function urlHost(listen: string): string {
  if (listen === '0.0.0.0' || listen === '::') return '127.0.0.1';
  return listen.includes(':') ? `[${listen}]` : listen;
}
