import type { Command } from 'commander';
import type { ImportReport } from '../../app/cluster/import/import-node.ts';
import { formatBytes } from '../../core/bytes/format-bytes.ts';
import { systemClock } from '../../core/clock.ts';
import { contentIdOf } from '../../core/content-id.ts';
import { dataFolder } from '../../core/data-folder/data-folder.ts';
import { hasDatabase } from '../../platform/sqlite/database-file.ts';
import { NoDataError } from '../no-data-error.ts';
import { progressLines } from '../progress-lines.ts';
import { addCommand, type CommandOptions, printResult } from './node-command.ts';

interface ImportCommandOptions extends CommandOptions {
  file: string;
  clusterFile: string;
}

/** Adds `alcove cluster import`. */
export function addClusterImport(cluster: Command): void {
  addCommand(
    cluster,
    'import',
    'copy the stopped node of a data folder into an empty database and a bucket; run again, it continues',
  )
    .requiredOption('--file <path>', 'a file for storage.s3_file')
    .requiredOption('--cluster-file <path>', 'a file for node.cluster_file, with the secret of the node')
    .action(importInto);
}

/** Exits with 1 where files are missing from the node. */
async function importInto(options: ImportCommandOptions): Promise<void> {
  const dataDir = dataFolder(options.dataDir);
  if (!hasDatabase(dataDir)) throw new NoDataError(dataDir);
  const ending = new AbortController();
  const end = () =>
    ending.abort(new Error('The import was ended. Run the command again to continue where it ended.'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  const { importNode } = await import('../../app/cluster/import/import-node.ts');
  const report = await importNode({
    dataDir,
    bucketFile: options.file,
    clusterFile: options.clusterFile,
    clock: systemClock,
    signal: ending.signal,
    onProgress: progressLines(),
  });
  printResult(options, documentOf(report), ...linesOf(report));
  if (report.files && report.files.lacking.length > 0) process.exitCode = 1;
}

const documentOf = ({ files, rows }: ImportReport) => ({
  imported_before: files === undefined,
  ...(files && {
    contents: files.contents,
    content_bytes: files.bytes,
    copied: files.copied,
    lacking: files.lacking.map(contentIdOf),
  }),
  ...(rows && { rows }),
});

function linesOf({ files, rows }: ImportReport): string[] {
  if (!files || !rows) return ['This node was imported before. Nothing was changed.'];
  const rowCount = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return [
    `The bucket has ${files.contents - files.lacking.length} of ${files.contents} files (${formatBytes(files.bytes)}), and the database ${rowCount} rows. All were compared with the node.`,
    `Copied: ${files.copied}.`,
    ...files.lacking.map(
      (sha256) => `Not copied: ${contentIdOf(sha256)}, which is lost or damaged in the node.`,
    ),
    'Start the replicas with empty data folders. This node does not start again, because it has the same key.',
  ];
}
