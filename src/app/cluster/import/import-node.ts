import type { Clock } from '../../../core/clock.ts';
import { FileSecretStore, refuseKeyStoreSecret } from '../../../core/data-folder/secrets.ts';
import { createLogger } from '../../../core/log/logger.ts';
import { MessageError, message } from '../../../core/messages/message.ts';
import { SegmentRepository } from '../../../features/storage/index.ts';
import { loadBucket } from '../../../platform/blobs/s3/bucket-file.ts';
import { loadCluster } from '../../../platform/postgres/cluster-file.ts';
import { requireSchema } from '../../../platform/postgres/migrate.ts';
import type { PostgresDatabase } from '../../../platform/postgres/postgres-database.ts';
import { isReplicaFolder } from '../../../platform/replication/replica-folder.ts';
import type { Db } from '../../../platform/sqlite/database.ts';
import { lockFolder } from '../../../platform/sqlite/folder-lock.ts';
import { clusterSecretOf } from '../../node-secrets.ts';
import { ClusterBucket } from '../cluster-bucket.ts';
import { openClusterDatabase } from '../open-cluster-database.ts';
import { FileImport, type ImportedFiles, type ImportProgress } from './import-files.ts';
import { compareRows, historyOf, importRows, lastChange } from './import-rows.ts';
import { importSettings, refuseChainInside } from './import-settings.ts';
import { ImportWork } from './import-work.ts';

export interface ImportOptions {
  /** Data folder of a stopped node. */
  dataDir: string;
  /** The files for `storage.s3_file` and `node.cluster_file`. */
  bucketFile: string;
  clusterFile: string;
  clock: Clock;
  /** Ends the import, which continues when it is run again. */
  signal: AbortSignal;
  onProgress: (progress: ImportProgress) => void;
}

export interface ImportReport {
  /** Absent where the node was imported before. */
  files?: ImportedFiles;
  /** Rows that PostgreSQL has, by table; absent where the node was imported before. */
  rows?: Record<string, number>;
}

/** What would end or be lost on replicas, so that its node is not imported. */
const obstacles = [
  ['startup.clusterImportFolders', 'watched_folders'],
  ['startup.clusterImportSubscriptions', 'subscriptions'],
] as const;

/**
 * Copies a node into an empty database and a bucket, from which replicas serve it. The node itself stays as it is.
 * @throws MessageError for a node that cannot be imported, and a database that is not empty; FolderInUseError; the
 *   reason of the signal
 */
export async function importNode(options: ImportOptions): Promise<ImportReport> {
  const { dataDir, bucketFile, clusterFile } = options;
  const { bucket } = loadBucket(bucketFile);
  const lock = lockFolder(dataDir);
  const { database, nodeId } = openClusterDatabase(clusterFile, createLogger('silent'));
  const clusterBucket = new ClusterBucket(database, bucket);
  try {
    if (isReplicaFolder(dataDir)) throw new MessageError('startup.clusterNoCommand');
    refuseKeyStoreSecret(dataDir);
    clusterSecretOf(loadCluster(clusterFile), new FileSecretStore(dataDir));
    await requireSchema(database, nodeId);
    await clusterBucket.check();
    const names = [bucket.endpoint, bucket.bucket, bucket.prefix, await historyOf(database)];
    const work = new ImportWork(dataDir, JSON.stringify(names));
    return await run(options, { database, clusterBucket }, work);
  } finally {
    await clusterBucket.close();
    await database.close();
    lock.release();
  }
}

interface Target {
  database: PostgresDatabase;
  clusterBucket: ClusterBucket;
}

async function run(options: ImportOptions, target: Target, work: ImportWork): Promise<ImportReport> {
  if (work.isDone()) return {};
  const isWritten = (await lastChange(target.database)) > 0;
  // An attempt may have ended between its last commit and the check.
  const db = isWritten ? work.openWritten() : await work.open();
  if (!db) throw new MessageError('startup.clusterImportNotEmpty');
  const report = await importInto(options, target, { db, work, isWritten }).finally(() => db.close());
  work.finish();
  return report;
}

async function importInto(
  { signal, bucketFile, ...options }: ImportOptions,
  { database, clusterBucket }: Target,
  { db, work, isWritten }: { db: Db; work: ImportWork; isWritten: boolean },
): Promise<ImportReport> {
  const obstacle = obstacles.find(([, table]) => countOf(db, table) > 0);
  if (obstacle) throw new MessageError(obstacle[0]);
  refuseChainInside(options.dataDir);
  const { bucket } = loadBucket(bucketFile);
  const files = await new FileImport({ ...options, db, bucket, signal }).run({ isComplete: isWritten });
  signal.throwIfAborted();
  // Not before, because another bucket may be chosen until all files are in it.
  await clusterBucket.claim(new SegmentRepository(db, options.clock).some(1));
  if (!isWritten) {
    await importSettings(options, db);
    work.beginWriting();
    await importRows(database, db);
  }
  const empty = work.openEmpty();
  try {
    const { rows, differing } = await compareRows(database, db, empty);
    if (differing !== undefined) {
      throw isWritten
        ? new MessageError('startup.clusterImportNotEmpty')
        : new MessageError(message('startup.clusterImportDiffers', { table: differing }));
    }
    return { files, rows };
  } finally {
    empty.close();
  }
}

const countOf = (db: Db, table: string): number =>
  db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
