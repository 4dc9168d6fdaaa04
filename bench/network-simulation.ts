import { fileURLToPath } from 'node:url';
import type { Report } from './lib/report.ts';
import { startBaseline } from './lib/servers.ts';
import type { Workbench } from './lib/workbench.ts';
import type { Gossip } from './servers/gossip.ts';
import type { Outcome } from './servers/one-among-many.ts';

const crowds = [100, 300, 1000];
const CONTENTS = 100;
/** Numbers of nodes in one process; with more of them, responses would arrive after the nodes' time limits. */
const gossips = [10, 20, 40];
const MiB = 1024 ** 2;

/** Allows for other work of the machine; a cost that grows with the square of the nodes is still detected. */
const evenly = { sign: '≤', bound: 1.3 } as const;

/**
 * Measures a private node among increasing numbers of public ones (real protocol on loopback, simulated clock):
 * learning all nodes, reading their lists, and keeping in touch. Then measures public nodes that all start at once.
 */
export async function run(bench: Workbench, report: Report): Promise<void> {
  let before: { size: number; outcome: Outcome } | undefined;
  for (const size of crowds) {
    const outcome = await amongMany(bench, size);
    reportOutcome(report, size, outcome);
    if (before) compare(report, before, { size, outcome });
    before = { size, outcome };
  }
  for (const size of gossips) await gossip(bench, report, size);
}

async function amongMany(bench: Workbench, size: number): Promise<Outcome> {
  const crowd = await startBaseline(bench, 'crowd', String(size), String(CONTENTS));
  const folder = bench.folder(`among-${size}`);
  const outcome = await program<Outcome>(bench, 'one-among-many', folder, new URL(crowd.url).port, `${size}`);
  if (outcome.known !== size) throw new Error(`It knows ${outcome.known} of ${size} nodes.`);
  process.kill(crowd.pid);
  return outcome;
}

/** Runs a script of `bench/servers` that prints one line. */
async function program<T>(bench: Workbench, name: string, ...args: string[]): Promise<T> {
  const path = fileURLToPath(new URL(`servers/${name}.ts`, import.meta.url));
  const { ready } = await bench.server(process.execPath, ['--expose-gc', path, ...args]);
  return ready as T;
}

function reportOutcome(report: Report, size: number, outcome: Outcome): void {
  const { learning, reading, round, contents } = outcome;
  report.note(`${size} public nodes with ${CONTENTS} contents each`);
  report.figure('  all of them known after', [learning.wallMs / 1000], 's');
  report.figure('  processor time of that', [learning.processorMs / 1000], 's');
  report.figure(`  lists read, ${contents} contents`, [reading.wallMs / 1000], 's');
  report.figure('  processor time of that', [reading.processorMs / 1000], 's');
  report.figure('  a round (10 minutes), processor', [round.processorMs], 'ms');
  report.figure('  memory: heap', [outcome.heapBytes / MiB], 'MiB');
  report.figure('  memory: resident', [outcome.residentBytes / MiB], 'MiB');
  report.figure('  database', [outcome.databaseBytes / MiB], 'MiB');
}

type Sized = { size: number; outcome: Outcome };

/**
 * Compares the cost per additional node with that of a smaller crowd: 1 if the cost is proportional to the number of
 * nodes.
 */
function compare(report: Report, small: Sized, large: Sized): void {
  const costs: Record<string, (outcome: Outcome) => number> = {
    'getting to know all': ({ learning }) => learning.processorMs,
    'reading lists': ({ reading }) => reading.processorMs,
    'a round': ({ round }) => round.processorMs,
    heap: ({ heapBytes }) => heapBytes,
    database: ({ databaseBytes }) => databaseBytes,
  };
  for (const [what, of] of Object.entries(costs)) {
    const growth = of(large.outcome) / of(small.outcome) / (large.size / small.size);
    report.goal(`  a node, to one of ${small.size}: ${what}`, growth, '×', evenly);
  }
}

async function gossip(bench: Workbench, report: Report, size: number): Promise<void> {
  const { rounds, ...cost } = await program<Gossip>(
    bench,
    'gossip',
    bench.folder(`gossip-${size}`),
    `${size}`,
  );
  if (rounds === null) throw new Error(`${size} nodes that started together never all knew each other.`);
  const minutes = Math.round(cost.simulatedMs / 60_000);
  report.note(
    `${size} public nodes that start together: all know all after ${rounds} rounds (${minutes} min)`,
  );
  report.figure('  handshakes of a node', [cost.handshakes / size], '');
  report.figure('  processor time of a handshake, both', [cost.processorMs / cost.handshakes], 'ms');
  report.figure('  memory of a node: heap', [cost.heapBytes / size / MiB], 'MiB');
}
