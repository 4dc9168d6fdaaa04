import { cpus, totalmem } from 'node:os';
import { Report } from './lib/report.ts';
import { Skip } from './lib/skip.ts';
import { Workbench } from './lib/workbench.ts';

const benches = {
  download: 'GET 1 GiB, warm',
  upload: 'POST 1 GiB',
  'latency-under-uploads': 'JSON GET while two uploads run',
  'small-uploads': '16 KiB uploads, 32 connections',
  'small-downloads': '16 KiB GET, 64 connections',
  json: 'JSON GET, 64 connections, and memory (2 minutes)',
  handshake: 'signed handshakes of 2 KiB, 16 connections',
};

/** Benches of parts of the node, which run only by name. */
const partBenches = {
  age: 'age files against plain ones: encrypting, reading whole and at random positions; memory with 2 GiB',
  'blobs-check': '1 GiB verified in the blob store',
  'blobs-read': '1 GiB read from the blob store',
  'blobs-write': '1 GiB written to the blob store',
  'contract-costs': 'gas, fees and rent of the contracts; writes them to docs/chain.md',
  'content-list': 'pages of a million contents, in processor time',
  'chain-answers': 'the slowest responses of a chain service to parse, in processor time',
  'chain-index': 'a market of 100,000 contents, and following a chain',
  'embedded-chain': 'blocks of the embedded chain, and opening 10,000 transactions',
  replica: 'a replica on PostgreSQL and S3 against a node of one process, in processor time',
  'cluster-limits': 'uploads and reads of replicas on PostgreSQL and Ceph, with the processor time of both',
  'remote-index': 'pages of a million contents of other nodes, and writing them, in processor time',
  'network-simulation': 'a node among 100, 300 and 1,000 public ones, and public ones that start together',
  'licensed-reads': 'sold files: encrypting, reading whole and at random positions, in Node and in Electron',
  'first-paint': 'the first paint of the app and of an empty Electron window, from the start of the process',
  idle: 'the app and the node without it, in touch with five nodes, while nobody does anything, beside an empty Electron window (10 minutes)',
  thumbnails: 'pictures of 1,000 photos made in the background while a grid of them is scrolled',
  scroll: 'a list and a grid of 100,000 files scrolled in the app, beside a bare list',
};

/** The exports of a bench's file. */
interface Bench {
  run(bench: Workbench, report: Report): Promise<void>;
}

/** Longer time limits, because creating a million rows takes minutes on a slow machine. */
const longer: Record<string, number> = {
  age: 300_000,
  'content-list': 600_000,
  'remote-index': 1_200_000,
  'chain-index': 1_200_000,
  json: 240_000,
  handshake: 200_000,
  'licensed-reads': 600_000,
  'network-simulation': 300_000,
  replica: 400_000,
  'cluster-limits': 400_000,
  upload: 200_000,
  'first-paint': 600_000,
  idle: 240_000 + 60_000 * Number(process.env.BENCH_IDLE_MINUTES ?? 10),
  scroll: 300_000,
  thumbnails: 900_000,
};
const usualLimitMs = 90_000 + 1000 * Number(process.env.BENCH_PATIENCE_S ?? 10);
let workbench: Workbench | undefined;
process.on('exit', () => workbench?.close());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const asked = process.argv.slice(2);
const all: Record<string, string> = { ...benches, ...partBenches };
const unknown = asked.filter((name) => !(name in all));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(all).join(', ')}.`);
  process.exit(2);
}
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${gib(totalmem())} GiB`);
for (const name of asked.length > 0 ? asked : Object.keys(benches)) {
  console.log(`\n${name}: ${all[name]}`);
  await runOne(name);
}

async function runOne(name: string): Promise<void> {
  const { run } = (await import(`./${name}.ts`)) as Bench;
  const report = new Report();
  const bench = new Workbench();
  const limitMs = longer[name] ?? usualLimitMs;
  workbench = bench;
  const timer = setTimeout(() => {
    console.error(`  took longer than ${limitMs / 1000} s`);
    process.exit(1);
  }, limitMs);
  try {
    await run(bench, report);
    console.log(String(report));
  } catch (error) {
    console.log(error instanceof Skip ? `  skipped: ${error.message}` : `  FAILED: ${error}`);
    if (!(error instanceof Skip)) process.exitCode = 1;
  } finally {
    clearTimeout(timer);
    await bench.end();
  }
}

function gib(bytes: number): number {
  return Math.round(bytes / 1024 ** 3);
}
