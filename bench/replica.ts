import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingPostgres } from '../test/support/postgres/postgres-server.ts';
import { type Cluster, openCluster } from '../test/support/replicas/cluster.ts';
import { interleave, median } from './lib/measure.ts';
import { databaseProcesses, ProcessorTime } from './lib/processor-time.ts';
import { publishOne } from './lib/publish.ts';
import { migrate, publicSettings, replicaSettings } from './lib/replicas.ts';
import type { Report } from './lib/report.ts';
import { type Alcove, startAlcove } from './lib/servers.ts';
import { signedRequests } from './lib/signed-requests.ts';
import { Skip } from './lib/skip.ts';
import type { Workbench } from './lib/workbench.ts';
import { type Load, type WrkMeasurement, wrk } from './lib/wrk.ts';

const goal = { sign: '≥', bound: 0.9 } as const;
const usual = { connections: 64, seconds: 3 };
/** Pairs of processes, because equal processes differ by a tenth, in compiled code and places in memory. */
const pairs = 3;

const requests = { get: 'GET of 16 KiB', list: 'list of 20', handshake: 'handshake' } as const;
type Request = keyof typeof requests;

/** Measurements of all pairs, such as `alone get`. */
type Measured = Record<string, WrkMeasurement[]>;

/** Compares replicas with public nodes of one process: the same requests for each processor second of the node. */
export async function run(bench: Workbench, report: Report): Promise<void> {
  const missing = missingPostgres();
  if (missing !== undefined) throw new Skip(missing);
  const cluster = await openCluster();
  try {
    await compare(bench, report, cluster);
  } finally {
    await bench.end();
    await cluster.close();
  }
}

async function compare(bench: Workbench, report: Report, cluster: Cluster): Promise<void> {
  const files = { cluster_file: cluster.clusterFile(), s3_file: cluster.bucketFile };
  await migrate(files.cluster_file);
  const database = new ProcessorTime(() => databaseProcesses(cluster));
  const measured: Measured = {};
  for (let n = 1; n <= pairs; n += 1) {
    const alone = await startAlcove(bench, `alone-${n}`, [], publicSettings);
    const replica = await startAlcove(bench, `replica-${n}`, [], replicaSettings(files));
    for (const [name, rounds] of Object.entries(await measurePair(bench, { alone, replica }, database)))
      measured[name] = [...(measured[name] ?? []), ...rounds];
    await bench.endAll();
  }
  for (const [request, what] of Object.entries(requests)) {
    const [alone, replica] = [measured[`alone ${request}`] ?? [], measured[`replica ${request}`] ?? []];
    report.server(`one process, ${what}`, alone, 'requests/s');
    report.server('replica', replica, 'requests/s');
    const ratio = medianProcessorMs(alone) / medianProcessorMs(replica);
    report.goal('replica / one process, by processor', ratio, '×', goal);
  }
  report.figure('PostgreSQL, for each handshake', database.msEach, 'ms of processor');
}

async function measurePair(
  bench: Workbench,
  { alone, replica }: { alone: Alcove; replica: Alcove },
  database: ProcessorTime,
): Promise<Measured> {
  const [ofAlone, ofReplica] = [await loads(bench, alone), await loads(bench, replica)];
  return interleave(
    { rounds: 2, warmUp: true, budgetMs: 120_000 },
    {
      'alone get': ofAlone.get,
      'replica get': ofReplica.get,
      'alone list': ofAlone.list,
      'replica list': ofReplica.list,
      'alone handshake': ofAlone.handshake,
      'replica handshake': () => database.during(ofReplica.handshake, usual.seconds),
    },
  );
}

/** Publishes 20 contents, and returns the loads of a node. */
async function loads(
  bench: Workbench,
  node: Alcove,
): Promise<Record<Request, () => Promise<WrkMeasurement>>> {
  let id = '';
  for (let n = 0; n < 20; n += 1) id = await publishOne(node);
  return {
    get: () => wrk(node, { ...usual, path: `/api/v1/storage/${id}` }),
    list: () => wrk(node, { ...usual, path: '/api/v1/content.list?limit=20' }),
    handshake: () => handshakes(bench, node),
  };
}

function handshakes(bench: Workbench, node: Alcove): Promise<WrkMeasurement> {
  const list = join(bench.folder('requests'), 'bodies');
  writeFileSync(list, signedRequests(25_000).join('\n'));
  const load: Load = { ...usual, path: '/api/v1/network.handshake' };
  return wrk(node, { ...load, script: 'bodies.lua', args: [list] });
}

const medianProcessorMs = (rounds: readonly WrkMeasurement[]): number =>
  median(rounds.map(({ processorMs }) => processorMs));
