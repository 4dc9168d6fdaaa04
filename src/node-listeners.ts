import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { LocalTopic, Notice } from './contract/local.ts';
import type { Settings } from './contract/settings.ts';
import type { NoteActivity } from './core/activity.ts';
import type { Logger } from './core/logger.ts';
import { SettingsError } from './core/settings.ts';
import type { Topics } from './core/topics.ts';
import { Adapter } from './http/adapter.ts';
import { addressedHost } from './http/addressed-host.ts';
import { noteAnswers } from './http/answered-activity.ts';
import type { Authenticate } from './http/authorization.ts';
import { clientAddress } from './http/client-address.ts';
import { Cors } from './http/cors.ts';
import type { Endpoint } from './http/endpoint.ts';
import { Listener } from './http/listener.ts';
import { localApi } from './http/local-api.ts';
import { nodeApi } from './http/node-api.ts';
import { isLoopbackOrigin, OwnNames } from './http/own-names.ts';
import { perAddress, unlimited } from './http/rate-limits.ts';

export interface NodeListenersOptions {
  settings: Settings;
  /** Web apps that may call the node API; they may change at any time. */
  allowedOrigins: () => readonly string[];
  authenticate: Authenticate;
  nodeEndpoints: readonly Endpoint[];
  dashboardEndpoints: readonly Endpoint[];
  localKey: string;
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
  readonly #dashboard: Listener;

  constructor(options: NodeListenersOptions) {
    this.#options = options;
    this.#node = nodeListener(options);
    this.#dashboard = dashboardListener(options, () => this.nodeUrl);
  }

  get nodeUrl(): string {
    return `http://${urlHost(this.#node.host)}:${this.#node.port}`;
  }

  get dashboardUrl(): string {
    return `http://127.0.0.1:${this.#dashboard.port}`;
  }

  /** @throws SettingsError naming the settings that say where it cannot listen */
  async start(): Promise<void> {
    const isPublic = this.#options.settings.node.type === 'public';
    const [node, dashboard] = await Promise.all([
      // Others find a public node by its address: elsewhere would be nowhere.
      start(this.#node, 'node.listen, node.port', { elsewhere: !isPublic }),
      start(this.#dashboard, 'dashboard.port', { elsewhere: true }),
    ]);
    if (node.missed === 'port') this.#notePort('node API', 'node.port', this.#node);
    if (node.missed === 'address') this.#noteAddress();
    if (dashboard.missed === 'port') this.#notePort('dashboard', 'dashboard.port', this.#dashboard);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#node.stop(), this.#dashboard.stop()]);
  }

  #noteAddress(): void {
    const { listen } = this.#options.settings.node;
    this.#options.notices.push({
      code: 'address_missing',
      severity: 'warning',
      message: `This computer does not have the address ${listen} of node.listen now, so the node API can be reached from this computer alone until the next start. To choose another address for good, set node.listen.`,
    });
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
    isLoopbackOrigin(origin) || options.allowedOrigins().includes(origin);
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

function dashboardListener(options: NodeListenersOptions, nodeOrigin: () => string): Listener {
  const { localKey, topics, dashboardDir, stopping } = options;
  return new Listener({
    host: '127.0.0.1',
    port: options.settings.dashboard.port,
    handle: localApi({
      adapter: adapter(options, 'dashboard', ({ headers }) => `http://${headers.host}`),
      endpoints: options.dashboardEndpoints,
      ownNames: new OwnNames(),
      localKey,
      topics,
      dashboardDir,
      nodeOrigin,
      stopping,
    }),
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
function start(
  listener: Listener,
  settings: string,
  options: { elsewhere: boolean },
): ReturnType<Listener['start']> {
  return listener.start(options).catch((cause: Error) => {
    throw new SettingsError(`${settings}: the node cannot listen there (${cause.message}).`, { cause });
  });
}

/** How this computer reaches a listener: an address that means “any” is asked on loopback. */
function urlHost(listen: string): string {
  if (listen === '0.0.0.0' || listen === '::') return '127.0.0.1';
  return listen.includes(':') ? `[${listen}]` : listen;
}
