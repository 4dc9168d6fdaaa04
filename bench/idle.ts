import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createLocalClient } from '@alcove/client';
import { controlClient } from '../src/cli/control-client.ts';
import { getPeers } from '../src/contract/endpoints/local.ts';
import { electronCommand } from '../test/desktop/electron-command.ts';
import { kindOf, processTree, proportionalMemory, wakeUps } from './lib/process-tree.ts';
import { processorSeconds } from './lib/process-usage.ts';
import type { Report } from './lib/report.ts';
import { startAlcove } from './lib/servers.ts';
import type { Workbench } from './lib/workbench.ts';

const PEERS = 5;
/** The second round of handshakes is over, and what starts late has started. */
const SETTLING_MS = 60_000;
const measuredS = Number(process.env.BENCH_IDLE_S ?? 300);

/** What the processes of a program have used so far, by their kind. */
type Usage = Map<string, { processorS: number; wakeUps: number }>;

/** The app with its window, and the node without, each in touch with five public nodes, while nobody does anything. */
export async function run(bench: Workbench, report: Report): Promise<void> {
  const others = await Promise.all(Array.from({ length: PEERS }, () => publicNode(bench)));
  const headless = await startAlcove(
    bench,
    'headless',
    [],
    others.flatMap((host) => ['--bootstrap', host]),
  );
  const app = await startApp(bench, others);
  for (const dataDir of [headless.dataDir, app.dataDir]) await inTouch(dataDir);
  await wait(SETTLING_MS);

  const pids = { app: app.pid, 'headless node': headless.pid };
  const before = Object.values(pids).map(usage);
  await wait(measuredS * 1000);
  for (const [index, [what, pid]] of Object.entries(pids).entries()) {
    tell(report, what, before[index] as Usage, usage(pid));
    const memory = processTree(pid).reduce((sum, each) => sum + proportionalMemory(each), 0);
    report.figure('  memory', [memory], 'MiB');
  }
}

function tell(report: Report, what: string, before: Usage, after: Usage): void {
  const parts = [...after].map(([kind, { processorS, wakeUps }]) => {
    const earlier = before.get(kind) ?? { processorS: 0, wakeUps: 0 };
    return {
      kind,
      percent: (100 * (processorS - earlier.processorS)) / measuredS,
      wakeUps: (wakeUps - earlier.wakeUps) / measuredS,
    };
  });
  const sum = (of: (part: (typeof parts)[number]) => number) =>
    parts.reduce((all, part) => all + of(part), 0);
  report.note(`${what}, for ${measuredS} s`);
  report.goal(
    '  of a core',
    sum(({ percent }) => percent),
    '%',
    { sign: '≤', bound: 0.5 },
  );
  report.figure('  woken up, a second', [sum(({ wakeUps }) => wakeUps)], '×');
  if (parts.length === 1) return;
  for (const { kind, percent, wakeUps } of parts)
    report.note(`    ${kind}: ${percent.toFixed(3)} %, woken up ${wakeUps.toFixed(1)} ×`);
}

function usage(pid: number): Usage {
  const used: Usage = new Map();
  for (const each of processTree(pid)) {
    const kind = kindOf(each);
    const earlier = used.get(kind) ?? { processorS: 0, wakeUps: 0 };
    used.set(kind, {
      processorS: earlier.processorS + processorSeconds(each),
      wakeUps: earlier.wakeUps + wakeUps(each),
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

async function startApp(
  bench: Workbench,
  others: readonly string[],
): Promise<{ pid: number; dataDir: string }> {
  // What it says when it is ready is the number of its screen, which is JSON, too.
  const screen = await bench.server('Xvfb', [
    '-displayfd',
    '1',
    '-screen',
    '0',
    '1600x1200x24',
    '-nolisten',
    'tcp',
  ]);
  process.env.DISPLAY = `:${JSON.stringify(screen.ready)}`;
  const dataDir = bench.folder('app');
  const { executablePath, args } = electronCommand(dataDir, ['--set', `network.bootstrap=${others.join()}`]);
  const { pid } = bench.run(executablePath, args);
  if (pid === undefined) throw new Error('Electron did not start.');
  return { pid, dataDir };
}

/** Resolves when a node has shaken hands with all of them. */
async function inTouch(dataDir: string): Promise<void> {
  for (;;) {
    const link = await controlClient(dataDir)
      .dashboard()
      .then(({ dashboard_url }) => new URL(dashboard_url))
      .catch(() => undefined);
    if (link) {
      const key = new URLSearchParams(link.hash.slice(1)).get('key') ?? '';
      const { peers } = await createLocalClient({ url: link.origin, key }).call(getPeers, {});
      if (peers.filter(({ state }) => state === 'compatible').length === PEERS) return;
    }
    await wait(250);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
