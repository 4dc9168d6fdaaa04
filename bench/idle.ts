import { setTimeout as wait } from 'node:timers/promises';
import { createLocalClient, openSession } from '@alcove/client';
import { controlClient } from '../src/cli/control-client.ts';
import { getPeers } from '../src/contract/dashboard-api/peers.ts';
import { electronCommand } from '../test/desktop/support/electron-command.ts';
import { freePort } from '../test/support/node/free-port.ts';
import { emptyWindowCommand } from './lib/empty-window.ts';
import { kindOf, processTree, proportionalMemory, wakeUpsOf } from './lib/process-tree.ts';
import { processorSeconds } from './lib/process-usage.ts';
import type { Report } from './lib/report.ts';
import { openScreen } from './lib/screen.ts';
import { startAlcove } from './lib/servers.ts';
import type { Workbench } from './lib/workbench.ts';

const PEERS = 5;
/** Time until the second round of handshakes has ended and delayed work has started. */
const SETTLING_MS = 60_000;
const measuredS = 60 * Number(process.env.BENCH_IDLE_MINUTES ?? 10);

/** Processor time and wake-ups so far of a program's processes, by their kind. */
type Usage = Map<string, { processorS: number; wakeUps: number }>;

/** What a program used while it was measured. */
interface Taken {
  /** Percent of one core. */
  percent: number;
  /** Number per second. */
  wakeUps: number;
  /** In MiB. */
  memory: number;
}

/**
 * Measures the idle app with its window, and the idle node without it, each connected to five public nodes; and at the
 * same time an Electron with an empty window.
 */
export async function run(bench: Workbench, report: Report): Promise<void> {
  const others = await Promise.all(Array.from({ length: PEERS }, () => publicNode(bench)));
  const headless = await startAlcove(
    bench,
    'headless',
    [],
    others.flatMap((host) => ['--bootstrap', host]),
  );
  await openScreen(bench);
  const app = startApp(bench, others);
  const empty = start(bench, emptyWindowCommand(bench.folder('empty')));
  for (const dataDir of [headless.dataDir, app.dataDir]) await inTouch(dataDir);
  await wait(SETTLING_MS);

  const pids = { app: app.pid, headless: headless.pid, empty };
  const before = { app: usage(pids.app), headless: usage(pids.headless), empty: usage(pids.empty) };
  await wait(measuredS * 1000);
  const ofApp = reportUsage(report, 'app', before.app, pids.app);
  reportUsage(report, 'headless node', before.headless, pids.headless);
  const ofEmpty = reportUsage(report, 'empty window', before.empty, pids.empty);
  report.note('app to empty window');
  report.figure('  processor', [ofApp.percent / ofEmpty.percent], '×');
  report.figure('  woken up', [ofApp.wakeUps / ofEmpty.wakeUps], '×');
  report.figure('  memory', [ofApp.memory / ofEmpty.memory], '×');
}

function reportUsage(report: Report, what: string, before: Usage, pid: number): Taken {
  const parts = [...usage(pid)].map(([kind, { processorS, wakeUps }]) => {
    const earlier = before.get(kind) ?? { processorS: 0, wakeUps: 0 };
    return {
      kind,
      percent: (100 * (processorS - earlier.processorS)) / measuredS,
      wakeUps: (wakeUps - earlier.wakeUps) / measuredS,
    };
  });
  const taken = {
    percent: parts.reduce((sum, part) => sum + part.percent, 0),
    wakeUps: parts.reduce((sum, part) => sum + part.wakeUps, 0),
    memory: processTree(pid).reduce((sum, each) => sum + proportionalMemory(each), 0),
  };
  report.note(`${what}, for ${measuredS} s`);
  report.goal('  of a core', taken.percent, '%', { sign: '≤', bound: 0.5 });
  report.figure('  woken up, a second', [taken.wakeUps], '×');
  if (parts.length > 1) {
    for (const { kind, percent, wakeUps } of parts)
      report.note(`    ${kind}: ${percent.toFixed(3)} %, woken up ${wakeUps.toFixed(1)} ×`);
  }
  report.figure('  memory', [taken.memory], 'MiB');
  return taken;
}

function usage(pid: number): Usage {
  const used: Usage = new Map();
  for (const each of processTree(pid)) {
    const kind = kindOf(each);
    const earlier = used.get(kind) ?? { processorS: 0, wakeUps: 0 };
    used.set(kind, {
      processorS: earlier.processorS + processorSeconds(each),
      wakeUps: earlier.wakeUps + wakeUpsOf(each),
    });
  }
  return used;
}

async function publicNode(bench: Workbench): Promise<string> {
  const port = await freePort();
  const host = `http://127.0.0.1:${port}`;
  await startAlcove(
    bench,
    `public-${port}`,
    [],
    [...['--public', '--public-host', host, '--node-port', String(port), '--allow-private-hosts']],
  );
  return host;
}

function startApp(bench: Workbench, others: readonly string[]): { pid: number; dataDir: string } {
  const dataDir = bench.folder('app');
  const command = electronCommand(dataDir, ['--set', `network.bootstrap=${others.join()}`]);
  return { pid: start(bench, command), dataDir };
}

function start(bench: Workbench, { executablePath, args }: ReturnType<typeof electronCommand>): number {
  const { pid } = bench.run(executablePath, args);
  if (pid === undefined) throw new Error('Electron did not start.');
  return pid;
}

/** Resolves when a node has completed handshakes with all of them. */
async function inTouch(dataDir: string): Promise<void> {
  let token: string | undefined;
  for (;;) {
    const link = await controlClient(dataDir)
      .dashboard()
      .then(({ dashboard_url }) => new URL(dashboard_url))
      .catch(() => undefined);
    if (link) {
      const url = `http://127.0.0.1:${link.port}`;
      token ??= await openSession(url, new URLSearchParams(link.hash.slice(1)).get('code') ?? '');
      const { peers } = await createLocalClient({ url, token }).call(getPeers, {});
      if (peers.filter(({ state }) => state === 'compatible').length === PEERS) return;
    }
    await wait(250);
  }
}
