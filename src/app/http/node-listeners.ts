import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { Notice } from '../../contract/dashboard-api/administration/monitoring.ts';
import type { Settings } from '../../contract/settings.ts';
import type { Logger } from '../../core/log/logger.ts';
import { message } from '../../core/messages/message.ts';
import { messageText } from '../../core/messages/message-text.ts';
import { SettingsError } from '../../core/settings.ts';
import type { DashboardListener } from '../../platform/http/listeners/dashboard-listener.ts';
import { Listener } from '../../platform/http/listeners/listener.ts';

export interface NodeListenersOptions {
  settings: Settings;
  /** The listener of the dashboard, which may already have its port. */
  dashboard: DashboardListener;
  /** Whether the dashboard falls back to a free port if the configured one is taken. */
  dashboardMayMove: boolean;
  /** Collects the notice of a taken port. */
  notices: Notice[];
  /** Called for each connection to the node API. */
  onConnection: (socket: Socket) => void;
  logger: Logger;
}

/** Handlers of both listeners. */
export interface RequestHandlers {
  node: RequestListener;
  dashboard: RequestListener;
}

/** The two listeners of a node. */
export class NodeListeners {
  readonly #options: NodeListenersOptions;
  readonly #node: Listener;
  #handlers: RequestHandlers | undefined;

  constructor(options: NodeListenersOptions) {
    const { node } = options.settings;
    this.#options = options;
    this.#node = new Listener({
      host: node.listen,
      port: node.port,
      onConnection: options.onConnection,
      handle: (request, response) => this.#handlers?.node(request, response),
    });
  }

  get nodeUrl(): string {
    return `http://${urlHost(this.#node.host)}:${this.#node.port}`;
  }

  get dashboardUrl(): string {
    return this.#options.dashboard.url;
  }

  /** @throws SettingsError naming the settings of an address on which it cannot listen */
  async start(handlers: RequestHandlers): Promise<void> {
    const { settings, dashboard, dashboardMayMove } = this.#options;
    this.#handlers = handlers;
    const node = await this.#node
      // A public node must keep its address, because others find it there.
      .start({ orFreePort: settings.node.type !== 'public' })
      .catch(cannotListen('node.listen, node.port'));
    const { missed } = await dashboard
      .start(settings.dashboard.port, handlers.dashboard, { orFreePort: dashboardMayMove })
      .catch(cannotListen('dashboard.port'));
    if (node.missed === 'port') this.#notePort(this.#node);
    if (node.missed === 'address') this.#noteAddress();
    if (missed === 'port') this.#noteDashboard();
  }

  /**
   * Stops accepting requests and waits for pending responses.
   * @param keepDashboard keeps the dashboard's port
   */
  async stop({ keepDashboard }: { keepDashboard: boolean }): Promise<void> {
    const { dashboard } = this.#options;
    await Promise.all([this.#node.stop(), keepDashboard ? dashboard.pause() : dashboard.stop()]);
  }

  #noteAddress(): void {
    const { listen: address } = this.#options.settings.node;
    this.#options.notices.push({
      code: 'address_missing',
      severity: 'warning',
      message: message('startup.addressMissing', { address }),
    });
  }

  /** Adds a notice of the changed port, because another program's page at the usual port could impersonate Alcove. */
  #noteDashboard(): void {
    const { settings, dashboard, notices, logger } = this.#options;
    const { port } = dashboard;
    const taken = settings.dashboard.port;
    const text = message('startup.dashboardPortTaken', { taken, port });
    notices.push({ code: 'dashboard_port_taken', severity: 'warning', message: text });
    logger.warn({ wanted: taken, port }, messageText(text));
  }

  #notePort({ port }: Listener): void {
    this.#options.notices.push({
      code: 'port_taken',
      severity: 'info',
      message: message('startup.portTaken', { port }),
    });
  }
}

/** @param settings names of the settings of the address, for the error message */
const cannotListen =
  (settings: string) =>
  (cause: Error): never => {
    throw new SettingsError(message('startup.cannotListen', { settings, error: cause.message }), { cause });
  };

/** Returns the host for connections from this computer: loopback for a wildcard address. */
function urlHost(listen: string): string {
  if (listen === '0.0.0.0' || listen === '::') return '127.0.0.1';
  return listen.includes(':') ? `[${listen}]` : listen;
}
