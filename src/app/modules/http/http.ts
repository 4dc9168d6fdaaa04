import { ControlServer } from '../../http/control-server.ts';
import { dashboardHandler, nodeHandler } from '../../http/request-handlers.ts';
import type { Lifecycle } from '../../lifecycle.ts';
import { controlFor } from './control.ts';
import { createDashboardEndpoints } from './dashboard-endpoints.ts';
import { contractsOf, createNodeEndpoints } from './node-endpoints.ts';
import { createPages } from './pages.ts';
import type { Parts } from './parts.ts';

/** Creates the node API, the dashboard API, and the control socket. */
export function createHttp(life: Lifecycle, parts: Parts, dashboardDir: string): void {
  const { base, auth, storage, listeners } = parts;
  const { settings, topics } = base;
  const { dashboard } = listeners;
  const logger = base.loggerOf('http');
  const nodeApi = createNodeEndpoints(parts);
  const common = {
    settings,
    authenticate: auth.authenticate,
    stopping: life.stopping,
    note: base.note,
    logger,
  };
  const handlers = {
    node: nodeHandler({
      ...common,
      endpoints: [...Object.values(nodeApi), ...createPages(parts)],
      allowedOrigins: () => base.live.get().http.allowed_origins,
      dashboard,
    }),
    dashboard: dashboardHandler({
      ...common,
      endpoints: createDashboardEndpoints(parts, contractsOf(nodeApi)),
      sessions: dashboard.sessions,
      topics,
      dashboardDir,
      nodeOrigin: () => listeners.listeners.nodeUrl,
    }),
  };
  const control = new ControlServer(base.dataDir, controlFor(parts, 'command'), logger);
  life.use('listeners', {
    open: () => listeners.listeners.start(handlers),
    stop: () => listeners.stop(),
  });
  life.use('control socket', { open: () => control.start(), stop: () => control.stop() });
  // Pending requests wait for encryptions, so encryptions stop before the listeners.
  life.use('encryption', { stop: () => storage.content.encryptions.stop() });
}
