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

/** Compares a replica with a public node of one process: the same requests for each processor second of the node. */
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
  const alone = await startAlcove(bench, 'alone', [], publicSettings);
  const replica = await startAlcove(bench, 'replica', [], replicaSettings(files));
  const get = async (node: Alcove) => {
    const path = `/api/v1/storage/${await publishMany(node)}`;
    return () => wrk(node, { ...usual, path });
  };
  const [getAlone, getReplica] = [await get(alone), await get(replica)];
  const list = (node: Alcove) => () => wrk(node, { ...usual, path: '/api/v1/content.list' });
  const shake = (node: Alcove) => () => handshakes(bench, node);
  const database = new ProcessorTime(() => databaseProcesses(cluster));
  const rounds = await interleave(
    { rounds: 4, warmUp: true, budgetMs: 120_000 },
    {
      getAlone,
      getReplica,
      listAlone: list(alone),
      listReplica: list(replica),
      shakeAlone: shake(alone),
      shakeReplica: () => database.during(shake(replica), 2),
    },
  );
  report.server('one process, GET of 16 KiB', rounds.getAlone, 'GETs/s');
  report.server('replica', rounds.getReplica, 'GETs/s');
  byProcessor(report, 'GET', rounds.getReplica, rounds.getAlone);
  report.server('one process, list of 20', rounds.listAlone, 'GETs/s');
  report.server('replica', rounds.listReplica, 'GETs/s');
  byProcessor(report, 'list', rounds.listReplica, rounds.listAlone);
  report.server('one process, handshakes', rounds.shakeAlone, 'handshakes/s');
  report.server('replica', rounds.shakeReplica, 'handshakes/s');
  byProcessor(report, 'handshake', rounds.shakeReplica, rounds.shakeAlone);
  report.figure('PostgreSQL, for each handshake', database.msEach, 'ms of processor');
}

/** Publishes 20 contents, and returns the id of the last one. */
async function publishMany(node: Alcove): Promise<string> {
  let id = '';
  for (let n = 0; n < 20; n += 1) id = await publishOne(node);
  return id;
}

function handshakes(bench: Workbench, node: Alcove): Promise<WrkMeasurement> {
  const list = join(bench.folder('requests'), 'bodies');
  writeFileSync(list, signedRequests(20_000).join('\n'));
  const load: Load = { path: '/api/v1/network.handshake', connections: 64, seconds: 2 };
  return wrk(node, { ...load, script: 'bodies.lua', args: [list] });
}

function byProcessor(
  report: Report,
  what: string,
  replica: readonly WrkMeasurement[],
  alone: readonly WrkMeasurement[],
): void {
  const ratios = replica.map(({ processorMs }, at) => (alone[at]?.processorMs ?? Number.NaN) / processorMs);
  report.goal(`replica / one process, ${what}, by processor`, median(ratios), '×', goal);
}
