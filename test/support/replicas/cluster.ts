import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingsInput } from '../../../src/contract/settings.ts';
import { freePort } from '../node/free-port.ts';
import { type RunOptions, type ServingNode, serveNodeIn } from '../node/run-alcove.ts';
import { startTestNode, temporaryFolder } from '../node/start-test-node.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { randomKey } from '../random-bytes.ts';
import { type StrictS3, startStrictS3, testBucket } from '../s3/strict-s3.ts';

/** The origin of the cluster, as its load balancer would have it. */
const publicHost = 'http://node.example.org';

/** A database and a bucket for the replicas of one node, with the files that describe them. */
export interface Cluster {
  server: PostgresServer;
  s3: StrictS3;
  /** Returns a new file for `node.cluster_file`. */
  clusterFile(changes?: object): string;
  bucketFile: string;
  /** Returns a file for `storage.s3_file` with another prefix, which acts like another bucket. */
  otherBucketFile(prefix: string, changes?: object): string;
  /** A data folder for each name. */
  folder(name: string): string;
  /** Starts a replica in this process. */
  startHere(name: string, clusterFile?: string, bucketFile?: string): ReturnType<typeof startTestNode>;
  /** Starts a replica in a process of its own. */
  serve(options: RunOptions, name: string, ...settings: string[]): Promise<ServingNode>;
  close(): Promise<void>;
}

/** Ways that replicas take instead of the direct ones. */
interface Ways {
  /** Returns the URL of the database. */
  toDatabase?: (server: PostgresServer) => Promise<string>;
  /** Returns the endpoint of the bucket. */
  toBucket?: (s3: StrictS3) => Promise<string>;
  /** More fields of the bucket's file. */
  bucketFields?: object;
  /** Settings of replicas in this process. */
  signIn?: SettingsInput['sign_in'];
}

export async function openCluster({
  toDatabase,
  toBucket,
  bucketFields,
  signIn,
}: Ways = {}): Promise<Cluster> {
  const [server, s3] = await Promise.all([startPostgres(), startStrictS3()]);
  const database_url = (await toDatabase?.(server)) ?? server.url;
  const endpoint = (await toBucket?.(s3)) ?? s3.endpoint;
  const root = temporaryFolder();
  const node_secret = randomKey().toString('base64');
  let files = 0;
  const write = (content: object): string => {
    files += 1;
    const path = join(root, `${files}.json`);
    writeFileSync(path, JSON.stringify(content));
    return path;
  };
  const clusterFile = (changes: object = {}) =>
    write({ database_url, database_password: server.password, node_secret, ...changes });
  const { region, bucket, prefix, credentials } = testBucket;
  const keys = { access_key_id: credentials.accessKeyId, secret_access_key: credentials.secretAccessKey };
  const bucketContent = { endpoint, region, bucket, prefix, ...keys, ...bucketFields };
  const bucketFile = write(bucketContent);
  const usual = clusterFile();
  const folder = (name: string) => join(root, name);
  return {
    server,
    s3,
    clusterFile,
    bucketFile,
    otherBucketFile: (other, changes = {}) =>
      write({ ...bucketContent, prefix: `${prefix}${other}/`, ...changes }),
    folder,
    startHere: async (name, cluster_file = usual, s3_file = bucketFile) =>
      startTestNode({
        dataDir: folder(name),
        settings: {
          node: { type: 'public', public_host: publicHost, port: await freePort(), cluster_file },
          storage: { s3_file },
          http: { requests_per_minute: 100_000 },
          ...(signIn && { sign_in: signIn }),
        },
      }),
    serve: (options, name, ...more) => {
      const settings = [
        'node.type=public',
        `node.public_host=${publicHost}`,
        `node.cluster_file=${usual}`,
        `storage.s3_file=${bucketFile}`,
        'http.requests_per_minute=100000',
        ...more,
      ];
      return serveNodeIn(options, folder(name), ...settings.flatMap((one) => ['--set', one]));
    },
    close: async () => {
      await Promise.all([server.remove(), s3.close()]);
      rmSync(root, { recursive: true });
    },
  };
}
