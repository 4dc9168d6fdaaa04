import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingPostgres } from '../test/support/postgres/postgres-server.ts';
import { type Cluster, openCluster } from '../test/support/replicas/cluster.ts';
import { missingCeph, startCeph } from '../test/support/s3/ceph.ts';
import { interleave } from './lib/measure.ts';
import { databaseProcesses, ProcessorTime } from './lib/processor-time.ts';
import { upload } from './lib/raw-upload.ts';
import { migrate, replicaSettings } from './lib/replicas.ts';
import type { Report } from './lib/report.ts';
import { type Alcove, startAlcove } from './lib/servers.ts';
import { Skip } from './lib/skip.ts';
import type { Workbench } from './lib/workbench.ts';
import { type WrkMeasurement, wrk } from './lib/wrk.ts';

const seconds = 4;
const readSize = 1024 ** 2;

/**
 * Measures what limits a cluster with Ceph: uploads of one and of two replicas, whose commits follow each other, and
 * reads of files that no replica has a copy of, with the processor time of PostgreSQL and of Ceph for each.
 */
export async function run(bench: Workbench, report: Report): Promise<void> {
  const missing = missingPostgres() ?? missingCeph();
  if (missing !== undefined) throw new Skip(`${missing} is missing`);
  const ceph = await startCeph();
  const cluster = await openCluster({
    toBucket: async () => ceph.endpoint,
    // Every read of a replica goes to the bucket.
    bucketFields: { cache_bytes: 0 },
  });
  try {
    await measureLimits(bench, report, { cluster, cephProcesses: () => ceph.pids() });
  } finally {
    await bench.end();
    await cluster.close();
    await ceph.stop();
  }
}

async function measureLimits(
  bench: Workbench,
  report: Report,
  { cluster, cephProcesses }: { cluster: Cluster; cephProcesses: () => number[] },
): Promise<void> {
  const files = { cluster_file: cluster.clusterFile(), s3_file: cluster.bucketFile };
  await migrate(files.cluster_file);
  const [first, second] = [
    await startAlcove(bench, 'first', [], replicaSettings(files)),
    await startAlcove(bench, 'second', [], replicaSettings(files)),
  ];
  const paths = await storeForReads(bench, first);
  const database = new ProcessorTime(() => databaseProcesses(cluster));
  const bucket = new ProcessorTime(cephProcesses);
  const reads = new ProcessorTime(cephProcesses);
  const rounds = await interleave(
    { rounds: 3, warmUp: true, budgetMs: 120_000 },
    {
      one: (round) =>
        database.during(() => bucket.during(() => uploads(first, `one ${round}`), seconds), seconds),
      both: async (round) => {
        const all = await Promise.all(
          [first, second].map((node) => uploads(node, `both ${round} ${node.pid}`)),
        );
        const rate = all.reduce((sum, each) => sum + each.rate, 0);
        return { rate, processorMs: all.reduce((sum, each) => sum + each.processorMs, 0) / all.length };
      },
      read: () =>
        reads.during(
          () => wrk(first, { path: '/', connections: 16, seconds, script: 'paths.lua', args: [paths] }),
          seconds,
        ),
    },
  );
  report.server('uploads of 16 KiB, one replica', rounds.one, 'uploads/s');
  report.server('uploads of 16 KiB, two replicas', rounds.both, 'uploads/s');
  report.figure('PostgreSQL, for each upload', database.msEach, 'ms of processor');
  report.figure('Ceph, for each upload', bucket.msEach, 'ms of processor');
  report.server('reads of 1 MiB from the bucket', rounds.read, 'GETs/s');
  report.figure('Ceph, for each read', reads.msEach, 'ms of processor');
}

const uploads = (node: Alcove, unique: string): Promise<WrkMeasurement> =>
  wrk(node, {
    path: '/api/v1/storage',
    connections: 32,
    seconds,
    script: 'upload.lua',
    args: [node.token, unique],
  });

/** Stores 64 files of 1 MiB, and returns a list of their paths. */
async function storeForReads(bench: Workbench, { url, token }: Alcove): Promise<string> {
  const paths: string[] = [];
  for (let n = 0; n < 64; n += 1) {
    const { document } = await upload(`${url}/api/v1/storage`, { size: readSize, token });
    paths.push(`/api/v1/storage/${document.content_id}`);
  }
  const list = join(bench.folder('paths'), 'list');
  writeFileSync(list, `${paths.join('\n')}\n`);
  return list;
}
