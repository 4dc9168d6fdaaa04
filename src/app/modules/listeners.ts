import { sourceOf } from '../../features/settings/index.ts';
import { ConnectionMeter } from '../../platform/http/listeners/connection-meter.ts';
import { DashboardListener } from '../../platform/http/listeners/dashboard-listener.ts';
import { NodeListeners } from '../http/node-listeners.ts';
import type { NodeOptions } from '../node-types.ts';
import type { NodeBase } from './base.ts';

export type Listeners = ReturnType<typeof createListeners>;

/** Creates both listeners early, because other parts need their addresses; `createHttp` opens them. */
export function createListeners(base: NodeBase, options: NodeOptions) {
  const { settings, settingsStore, traffic, notices, clock } = base;
  const dashboard = options.dashboard ?? new DashboardListener(clock);
  const meter = new ConnectionMeter(traffic, settings.http.trusted_proxies);
  const layers = { ...options.given, dashboard: settingsStore.read() };
  const listeners = new NodeListeners({
    settings,
    dashboard,
    dashboardMayMove: options.dashboardMayMove === true || sourceOf('dashboard.port', layers) === 'default',
    notices,
    onConnection: meter.add,
    logger: base.loggerOf('http'),
  });
  return {
    dashboard,
    listeners,
    meter,
    /** Returns the public origin of this node, or the local one without a public host. */
    publicUrl: () => settings.node.public_host ?? listeners.nodeUrl,
    /** Keeps the dashboard's port if its listener was passed in the options. */
    stop: () => listeners.stop({ keepDashboard: options.dashboard !== undefined }),
  };
}
