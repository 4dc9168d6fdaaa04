import type { Command } from 'commander';
import { dataFolder } from '../../core/data-folder/data-folder.ts';
import type { ProbeStep } from '../../platform/blobs/s3/probe-bucket.ts';
import { addCommand, type CommandOptions, printResult } from './node-command.ts';

/** Adds `alcove cluster check`. Exits with 1 unless the bucket does what a node needs. */
export function addClusterCommands(program: Command): void {
  const cluster = program.command('cluster').description('the services that a public node uses');

  addCommand(cluster, 'check', 'try out the S3 bucket of the settings with an object that is deleted again')
    .option('--file <path>', 'a file for storage.s3_file, instead of the one that is set')
    .action(async ({ file, ...options }: CommandOptions & { file?: string }) => {
      const path = file ?? (await fileOfSettings(options));
      if (path === undefined) throw new Error('storage.s3_file is not set. Name a file with --file.');
      // Loaded on demand, since other commands do not need it.
      const { loadBucket } = await import('../../platform/blobs/s3/bucket-file.ts');
      const { probeBucket } = await import('../../platform/blobs/s3/probe-bucket.ts');
      const steps = await probeBucket(loadBucket(path).bucket);
      const isUsable = steps.every(({ result }) => result !== 'failed');
      const verdict = isUsable ? 'This bucket can hold the files of a node.' : 'This bucket cannot be used.';
      printResult(options, { usable: isUsable, steps }, ...steps.map(lineOf), verdict);
      if (!isUsable) process.exitCode = 1;
    });
}

async function fileOfSettings({ dataDir }: CommandOptions): Promise<string | undefined> {
  const { storedSettings } = await import('../stopped-node.ts');
  return storedSettings(dataFolder(dataDir)).storage.s3_file;
}

const words: Record<ProbeStep['result'], string> = { ok: 'ok', look: 'look', failed: 'FAILED' };

const lineOf = ({ title, result, detail }: ProbeStep): string =>
  `${words[result].padEnd(8)}${title}: ${detail}`;
