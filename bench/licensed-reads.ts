import { Agent, get } from 'node:http';
import { electronRuntime } from '../scripts/lib/setup/electron-runtime.mjs';
import { interleave, measure, median, quantile } from './lib/measure.ts';
import { peakMemory, resetPeakMemory } from './lib/process-usage.ts';
import { download } from './lib/raw-download.ts';
import type { Report } from './lib/report.ts';
import { startSeller } from './lib/seller-node.ts';
import { sha256Speed } from './lib/sha256-speed.ts';
import type { Workbench } from './lib/workbench.ts';

const MiB = 1024 * 1024;
const seeks = 200;
const seekSize = 64 * 1024;

/**
 * Measures reading sold files against plain files of the same size: encrypting, reading whole and reading at random
 * positions.
 */
export async function run(bench: Workbench, report: Report): Promise<void> {
  report.note(`Node ${process.versions.node}`);
  await compare(bench, report, { name: 'node', size: 1024 * MiB, runtime: [process.execPath] });
  const electron = electronRuntime();
  if (!electron) return report.note('There is no Electron yet (npm run setup): no comparison');
  report.note(`Electron ${electron.version}, whose cipher is libsodium's`);
  const asNode = [
    'ELECTRON_RUN_AS_NODE=1',
    electron.executable,
    '--import=data:text/javascript,process.defaultApp=true',
  ];
  await compare(bench, report, { name: 'electron', size: 256 * MiB, runtime: ['env', ...asNode] });
}

interface Variant {
  name: string;
  /** Bytes of each file. */
  size: number;
  runtime: readonly [string, ...string[]];
}

async function compare(bench: Workbench, report: Report, { name, size, runtime }: Variant): Promise<void> {
  const node = await startSeller(bench, name, runtime);
  const plain = `${node.url}/api/v1/storage/${await node.store(size)}`;
  const toSell = await node.store(size);
  resetPeakMemory(node.pid);
  const hashing = sha256Speed() / 1e6;
  await node.lateness();
  const encrypted = await node.encrypt(toSell);
  const lateWhileEncrypting = await node.lateness();
  const encrypting = size / 1e6 / encrypted.seconds;
  report.figure('  encrypting, with reading it back', [encrypting], 'MB/s');
  report.figure('  the same / SHA-256', [encrypting / hashing], '×');
  report.goal('  lateness of the event loop meanwhile, p99', lateWhileEncrypting, 'ms', {
    sign: '≤',
    bound: 20,
  });
  report.goal('  memory meanwhile', peakMemory(node.pid), 'MiB', { sign: '≤', bound: 400 });

  const link = await node.link(encrypted.id);
  const lateness: number[] = [];
  const whole = (url: string) =>
    measure(node.pid, async () => ({ rate: size / 1e6 / (await download(url)), requests: 1 }));
  const latencies: Record<string, number[]> = { plain: [], licensed: [] };
  const anywhere = (url: string, kind: string) =>
    measure(node.pid, async () => {
      const times = await seekIn(url, size);
      latencies[kind]?.push(...times);
      return {
        rate: (1000 * times.length) / times.reduce((sum, time) => sum + time, 0),
        requests: times.length,
      };
    });
  const rounds = await interleave(
    { rounds: 5, warmUp: true, budgetMs: 60_000 },
    {
      plain: () => whole(plain),
      licensed: async () => {
        await node.lateness();
        const measured = await whole(link);
        lateness.push(await node.lateness());
        return measured;
      },
      plainSeeks: () => anywhere(plain, 'plain'),
      licensedSeeks: () => anywhere(link, 'licensed'),
    },
  );
  report.server('  plain, whole', rounds.plain, 'MB/s');
  report.server('  licensed, whole', rounds.licensed, 'MB/s');
  report.ratio('  licensed / plain', rounds.licensed, rounds.plain, { sign: '≥', bound: 0.3 });
  report.goal('  lateness of the event loop meanwhile, p99', median(lateness), 'ms', {
    sign: '≤',
    bound: 10,
  });
  report.server('  plain, 64 KiB anywhere', rounds.plainSeeks, '/s');
  report.server('  licensed, 64 KiB anywhere', rounds.licensedSeeks, '/s');
  report.ratio('  licensed / plain', rounds.licensedSeeks, rounds.plainSeeks, { sign: '≥', bound: 0.8 });
  for (const [kind, times] of Object.entries(latencies))
    report.figure(`  ${kind}, p99`, [quantile(times, 0.99)], 'ms');
  await node.end();
}

/** Returns the durations in ms of many range requests, one after the other on one connection. */
async function seekIn(url: string, size: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let done = 0; done < seeks; done += 1) {
    times.push(await timeOf(url, agent, Math.floor(Math.random() * (size - seekSize))));
  }
  agent.destroy();
  return times;
}

function timeOf(url: string, agent: Agent, start: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    get(url, { agent, headers: { Range: `bytes=${start}-${start + seekSize - 1}` } }, (response) => {
      if (response.statusCode !== 206) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume().once('end', () => resolve(performance.now() - began));
    }).once('error', reject);
  });
}
