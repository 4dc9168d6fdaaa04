import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cli } from './servers.ts';

/** Creates the tables of a cluster. */
export const migrate = (clusterFile: string) =>
  promisify(execFile)(process.execPath, [cli, 'cluster', 'migrate', '--cluster-file', clusterFile]);

const asArguments = (settings: readonly string[]): string[] => settings.flatMap((one) => ['--set', one]);

/** Arguments of a public node without limits that a bench would reach. */
export const publicSettings = asArguments([
  'node.type=public',
  'node.public_host=http://node.example.org',
  'http.requests_per_minute=100000000',
  'http.handshakes_per_minute=100000000',
]);

/** Arguments of a replica. */
export const replicaSettings = (files: { cluster_file: string; s3_file: string }): string[] => [
  ...publicSettings,
  ...asArguments([`node.cluster_file=${files.cluster_file}`, `storage.s3_file=${files.s3_file}`]),
];
