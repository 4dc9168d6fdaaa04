import type { Command } from 'commander';
import type { Settings } from '../../contract/settings.ts';
import { dataFolder } from '../../core/data-folder/data-folder.ts';
import type { ProbeStep } from '../../core/probe.ts';
import type { PostgresDatabase } from '../../platform/postgres/postgres-database.ts';
import { addClusterImport } from './cluster-import-command.ts';
import { addCommand, type CommandOptions, printResult } from './node-command.ts';

interface CheckOptions extends CommandOptions {
  file?: string;
  clusterFile?: string;
}

const clusterFileOption = [
  '--cluster-file <path>',
  'a file for node.cluster_file, instead of the one that is set',
] as const;

/** Adds `alcove cluster`, for the services that several replicas of a public node share. */
export function addClusterCommands(program: Command): void {
  const cluster = program.command('cluster').description('the database and the bucket of a public node');

  addCommand(
    cluster,
    'check',
    'try out the S3 bucket and the database of the settings, and leave nothing there',
  )
    .option('--file <path>', 'a file for storage.s3_file, instead of the one that is set')
    .option(...clusterFileOption)
    .action(check);

  addCommand(cluster, 'migrate', 'create or upgrade the tables in the database of a cluster')
    .option(...clusterFileOption)
    .action(async (options: CheckOptions) => {
      const file = options.clusterFile ?? (await settingsOf(options)).node.cluster_file;
      if (file === undefined) throw noClusterFile();
      const { migrate } = await import('../../platform/postgres/migrate.ts');
      const { from, to } = await withDatabase(file, migrate);
      const text =
        from === to
          ? `The tables have version ${to} already.`
          : `Upgraded the tables from version ${from} to ${to}.`;
      printResult(options, { from, to }, text);
    });

  addClusterImport(cluster);
}

/** Exits with 1 unless everything does what a node needs. */
async function check(options: CheckOptions): Promise<void> {
  const isNamed = options.file !== undefined || options.clusterFile !== undefined;
  const settings = isNamed ? undefined : await settingsOf(options);
  const bucketFile = options.file ?? settings?.storage.s3_file;
  const clusterFile = options.clusterFile ?? settings?.node.cluster_file;
  if (bucketFile === undefined && clusterFile === undefined) throw noFile();
  const steps = [
    ...(bucketFile === undefined ? [] : await checkBucket(bucketFile)),
    ...(clusterFile === undefined ? [] : await checkDatabase(clusterFile)),
  ];
  const areUsable = () => steps.every(({ result }) => result !== 'failed');
  if (bucketFile !== undefined && clusterFile !== undefined && areUsable()) {
    steps.push(...(await checkBoth(bucketFile, clusterFile)));
  }
  const isUsable = areUsable();
  const verdict = isUsable ? 'Everything can be used.' : 'A node cannot use this.';
  printResult(options, { usable: isUsable, steps }, ...steps.map(lineOf), verdict);
  if (!isUsable) process.exitCode = 1;
}

// What follows is loaded on demand, since other commands do not need it.

/** @throws SettingsError also for settings that a replica cannot have */
async function settingsOf({ dataDir }: CommandOptions): Promise<Settings> {
  const { storedSettings } = await import('../stopped-node.ts');
  const { clusterOf, refuseSharedSettings } = await import('../../features/settings/index.ts');
  const settings = storedSettings(dataFolder(dataDir));
  if (clusterOf(settings)) refuseSharedSettings(settings);
  return settings;
}

async function checkBucket(file: string): Promise<ProbeStep[]> {
  const { loadBucket } = await import('../../platform/blobs/s3/bucket-file.ts');
  const { probeBucket } = await import('../../platform/blobs/s3/probe-bucket.ts');
  return probeBucket(loadBucket(file).bucket);
}

async function checkDatabase(file: string): Promise<ProbeStep[]> {
  const { probeDatabase } = await import('../../platform/postgres/probe-database.ts');
  return withDatabase(file, probeDatabase);
}

/** Checks that the bucket is not the one of another cluster, or another one than that of the replicas. */
async function checkBoth(bucketFile: string, clusterFile: string): Promise<ProbeStep[]> {
  const { ClusterBucket } = await import('../../app/cluster/cluster-bucket.ts');
  const { loadBucket } = await import('../../platform/blobs/s3/bucket-file.ts');
  const { ok, probe } = await import('../../core/probe.ts');
  return withDatabase(clusterFile, async (database) => {
    const bucket = new ClusterBucket(database, loadBucket(bucketFile).bucket);
    const compare = async () =>
      (await bucket.check())
        ? ok('it is the one of the replicas')
        : ok('no bucket belongs to this cluster yet, the first replica takes this one');
    const steps = await probe([['compare the bucket with the database', compare]], messageOf);
    await bucket.close();
    return steps;
  });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function withDatabase<Result>(
  file: string,
  work: (database: PostgresDatabase, nodeId: string) => Promise<Result>,
): Promise<Result> {
  const { openClusterDatabase } = await import('../../app/cluster/open-cluster-database.ts');
  const { createLogger } = await import('../../core/log/logger.ts');
  const { database, nodeId } = openClusterDatabase(file, createLogger('silent'));
  try {
    return await work(database, nodeId);
  } finally {
    await database.close();
  }
}

const noFile = (): Error =>
  new Error(
    'Neither storage.s3_file nor node.cluster_file is set. Name a file with --file or --cluster-file.',
  );
const noClusterFile = (): Error =>
  new Error('node.cluster_file is not set. Name a file with --cluster-file.');

const words: Record<ProbeStep['result'], string> = { ok: 'ok', look: 'look', failed: 'FAILED' };

const lineOf = ({ title, result, detail }: ProbeStep): string =>
  `${words[result].padEnd(8)}${title}: ${detail}`;
