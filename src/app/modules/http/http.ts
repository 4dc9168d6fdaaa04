import type { Readiness } from '../../cluster/readiness.ts';
import { withoutReplicas } from '../../cluster/without-replicas.ts';
import { ControlServer } from '../../http/control-server.ts';
import { dashboardHandler, nodeHandler } from '../../http/request-handlers.ts';
import type { Lifecycle } from '../../lifecycle.ts';
import { controlFor } from './control.ts';
import { createDashboardEndpoints } from './dashboard-endpoints.ts';
import { contractsOf, createNodeEndpoints } from './node-endpoints.ts';
import type { NodeModules } from './node-modules.ts';
import { createPages } from './pages.ts';

/** Creates the node API, the dashboard API, and the control socket. */
export function createHttp(
  life: Lifecycle,
  modules: NodeModules,
  { dashboardDir, readiness }: { dashboardDir: string; readiness: Readiness },
): void {
  const { base, auth, storage, listeners } = modules;
  const { settings, topics } = base;
  const { dashboard } = listeners;
  const { commands } = storage.content;
  const logger = base.loggerOf('http');
  const nodeApi = createNodeEndpoints(modules);
  const dashboardEndpoints = createDashboardEndpoints(modules, contractsOf(nodeApi));
  const common = {
    settings,
    authenticate: auth.authenticate,
    refresh: commands.refresh?.bind(commands),
    stopping: life.stopping,
    note: base.note,
    logger,
  };
  const handlers = {
    node: nodeHandler({
      ...common,
      endpoints: [...Object.values(nodeApi), ...createPages(modules)],
      allowedOrigins: () => base.live.get().http.allowed_origins,
      dashboard,
      isReady: () => readiness.isReady(),
    }),
    dashboard: dashboardHandler({
      ...common,
      endpoints: base.state.isReplica ? withoutReplicas(dashboardEndpoints) : dashboardEndpoints,
      sessions: dashboard.sessions,
      topics,
      dashboardDir,
      nodeOrigin: () => listeners.listeners.nodeUrl,
    }),
  };
  const control = new ControlServer(base.dataDir, controlFor(modules, 'command'), logger);
  life.use('listeners', {
    open: () => listeners.listeners.start(handlers),
    stop: () => listeners.stop(),
  });
  life.use('control socket', { open: () => control.start(), stop: () => control.stop() });
  // Pending requests wait for encryptions, so encryptions stop before the listeners.
  life.use('encryption', { stop: () => storage.content.encryptions.stop() });
}
