import { fileURLToPath } from 'node:url';
import { type AlcoveNode, createNode } from '../app/node.ts';
import { systemClock } from '../core/clock.ts';
import { dataFolder } from '../core/data-folder/data-folder.ts';
import { FileSecretStore, refuseKeyStoreSecret } from '../core/data-folder/secrets.ts';
import { createLogger } from '../core/log/logger.ts';
import { FileSettingsLayer } from '../core/settings.ts';
import { finishRestore } from '../features/recovery/index.ts';
import { readSettingsSources } from '../features/settings/index.ts';
import { DashboardListener } from '../platform/http/listeners/dashboard-listener.ts';
import { forkPracticeNode } from './fork-practice-node.ts';

export interface ServeOptions {
  dataDir?: string;
  nodePort?: string;
  dashboardPort?: string;
  public?: boolean;
  publicHost?: string;
  bootstrap: string[];
  allowPrivateHosts?: boolean;
  practice?: boolean;
  set: string[];
  json?: boolean;
}

/** Converts flags to settings, with the priority of `--set`. */
function assignmentsOf(options: ServeOptions): string[] {
  const assignments = [...options.set];
  const assign = (name: string, value: string | undefined) => {
    if (value !== undefined) assignments.push(`${name}=${value}`);
  };
  assign('node.port', options.nodePort);
  assign('dashboard.port', options.dashboardPort);
  assign('node.type', options.public ? 'public' : undefined);
  assign('node.public_host', options.publicHost);
  assign('network.bootstrap', options.bootstrap.length > 0 ? options.bootstrap.join(',') : undefined);
  assign('network.allow_private_hosts', options.allowPrivateHosts ? 'true' : undefined);
  assign('network.practice', options.practice ? 'true' : undefined);
  return assignments;
}

const dashboardDir = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../dist/renderer' : '../renderer', import.meta.url),
);

/** Runs a node without the desktop shell until a signal; continues with the restored node after a restore. */
export async function serve(options: ServeOptions): Promise<void> {
  const dataDir = dataFolder(options.dataDir);
  const dashboard = new DashboardListener(systemClock);
  let running: Promise<AlcoveNode>;
  const start = () => startNode(options, { dataDir, dashboard, restart });
  const announceNode = (started: AlcoveNode) => announce(started, dataDir, options.json);
  const restart = () => {
    running = running.then((before) => before.stop()).then(start);
    running.then(announceNode, endWithError);
  };
  running = start();
  const first = await running;
  // Registered before readiness is printed, because a reader may send the signal at once.
  endOnSignal(async () => {
    const node = await running;
    await node.drain();
    await node.stop();
  });
  announceNode(first);
}

async function startNode(
  options: ServeOptions,
  { dataDir, dashboard, restart }: { dataDir: string; dashboard: DashboardListener; restart: () => void },
): Promise<AlcoveNode> {
  const notices = await finishRestore(dataDir);
  refuseKeyStoreSecret(dataDir);
  const settingsStore = new FileSettingsLayer(dataDir);
  const node = await createNode({
    dataDir,
    given: readSettingsSources(dataDir, assignmentsOf(options)),
    secrets: new FileSecretStore(dataDir),
    settingsStore,
    dashboardDir,
    dashboard,
    practiceLauncher: forkPracticeNode,
    restart,
    notices,
    logger: createLogger(),
  });
  await node.start();
  return node;
}

function announce(node: AlcoveNode, dataDir: string, isJson = false): void {
  warnOfTakenPort(node);
  if (isJson) {
    const ready = {
      event: 'ready',
      pid: process.pid,
      node_url: node.nodeUrl,
      dashboard_url: node.dashboardUrl,
      public_key: node.publicKey,
      node_type: node.nodeType,
    };
    process.stdout.write(`${JSON.stringify(ready)}\n`);
    return;
  }
  process.stdout.write(
    [
      `Alcove is running as a ${node.nodeType} node. Data folder: ${dataDir}`,
      `Node API:   ${node.nodeUrl}`,
      `Dashboard:  ${node.newDashboardAddress()}`,
      'Open the dashboard address in a browser. It is valid once, for ten minutes.',
      'To get a new address, run “alcove dashboard”. Press Ctrl+C to stop the node.',
      '',
    ].join('\n'),
  );
}

/** Warns that another program uses the port, which a browser would not detect. */
function warnOfTakenPort({ settings, dashboardUrl }: AlcoveNode): void {
  const wanted = settings.dashboard.port;
  if (wanted === 0 || String(wanted) === new URL(dashboardUrl).port) return;
  process.stderr.write(
    [
      `WARNING: Another program uses port ${wanted}, the default port of the dashboard.`,
      `The dashboard is at ${dashboardUrl}. Port ${wanted} is not Alcove.`,
      'To prevent another port, set dashboard.port. Alcove then does not start if the port is in use.',
      '',
    ].join('\n'),
  );
}

function endWithError(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}

function endOnSignal(stop: () => Promise<void>): void {
  let ending: Promise<void> | undefined;
  const end = () => {
    ending ??= stop().then(() => process.exit(0), endWithError);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
