import { type Command, Option } from 'commander';
import { systemClock } from '../../core/clock.ts';
import { dataFolder } from '../../core/data-folder/data-folder.ts';
import { formatBytes } from '../../core/format-bytes.ts';
import {
  type BackupProgress,
  type BackupReport,
  backUp,
  type RestoreReport,
  restore,
} from '../../features/recovery/index.ts';
import { hasDatabase } from '../../platform/sqlite/database-file.ts';
import { NoDataError } from '../with-control.ts';

interface Options {
  dataDir?: string;
  json?: boolean;
}

const print = (text: string) => process.stdout.write(`${text}\n`);

const keyStoreNote =
  'The node’s key is sealed in the key store of this computer, and no copy of it can be opened on another one: restored elsewhere, this node could not start.';

/** Adds `alcove backup | restore`. */
export function addBackupCommands(program: Command): void {
  const command = (name: string, description: string, folder: string) =>
    program
      .command(name)
      .description(description)
      .argument('<folder>', folder)
      .addOption(new Option('--data-dir <folder>', 'the data folder'))
      .addOption(new Option('--json', 'answer in JSON'));

  command(
    'backup',
    'copy the node into a folder, also while it runs; what an earlier backup has is not copied again',
    'where the backup lies or shall lie, best on another disk',
  )
    .option('--verify', 'hash every file of the backup, those of earlier runs too')
    .action(async (folder: string, options: Options & { verify?: boolean }) => {
      const dataDir = dataFolder(options.dataDir);
      if (!hasDatabase(dataDir)) throw new NoDataError(dataDir);
      const report = await backUp({
        dataDir,
        folder,
        verify: options.verify ?? false,
        onProgress: progressLines(),
        clock: systemClock,
      }).catch(
        explainFullDisk(
          'The disk of the backup is full. The backup made before, if there is one, is still whole.',
        ),
      );
      if (options.json) print(JSON.stringify(backupDocument(folder, report)));
      else for (const line of backupLines(folder, report)) print(line);
      if (report.manifest.lacking.length > 0) process.exitCode = 1;
    });

  command('restore', 'make a data folder from a backup', 'where the backup lies').action(
    async (folder: string, options: Options) => {
      const dataDir = dataFolder(options.dataDir);
      const report = await restore({ folder, dataDir, onProgress: progressLines() }).catch(
        explainFullDisk('The disk of the data folder is full, so nothing was restored.'),
      );
      if (options.json) print(JSON.stringify(restoreDocument(dataDir, report)));
      else for (const line of restoreLines(dataDir, report)) print(line);
      if (report.lacking.length > 0) process.exitCode = 1;
    },
  );
}

const backupDocument = (
  folder: string,
  { manifest, copied, linked, removed, isInKeyStore, sameDisk }: BackupReport,
) => ({
  folder,
  made_at: manifest.made_at,
  public_key: manifest.public_key,
  contents: manifest.contents,
  content_bytes: manifest.content_bytes,
  copied,
  linked,
  removed,
  lacking: manifest.lacking,
  key_sealed: isInKeyStore,
  same_disk: sameDisk,
});

function backupLines(folder: string, report: BackupReport): string[] {
  const { manifest, copied, linked, removed, isInKeyStore, sameDisk } = report;
  const lines = [
    `${folder} holds a whole backup of ${manifest.contents} contents (${formatBytes(manifest.content_bytes)}), as of ${manifest.made_at}.`,
    `New in it: ${copied + linked}. No longer in it: ${removed}.`,
    isInKeyStore
      ? keyStoreNote
      : 'It holds the node’s key: whoever has this backup can be your node. Keep it as safe as the node itself.',
  ];
  if (sameDisk)
    lines.push('It lies on the same disk as the node and would be lost with it. Copy it to another one.');
  for (const id of manifest.lacking) {
    lines.push(`The node itself has lost ${id} or has it damaged, so the backup lacks it.`);
  }
  return lines;
}

const restoreDocument = (dataDir: string, report: RestoreReport) => ({
  data_dir: dataDir,
  made_at: report.manifest.made_at,
  public_key: report.manifest.public_key,
  restored: report.restored,
  lacking: report.lacking,
  key_sealed: report.isInKeyStore,
  former_storage_folder: report.formerStorageFolder ?? null,
});

function restoreLines(dataDir: string, report: RestoreReport): string[] {
  const { manifest, restored, lacking, isInKeyStore, formerStorageFolder } = report;
  const lines = [
    `${dataDir} holds the node as it was at ${manifest.made_at}, with ${restored} contents.`,
    'Never let two nodes with one key run: see that the old one is gone before you start this one.',
  ];
  if (isInKeyStore) lines.push(keyStoreNote);
  if (formerStorageFolder !== undefined) {
    lines.push(
      `Its files had been in ${formerStorageFolder}. Now they are in the data folder, and the setting storage.folder is gone.`,
    );
  }
  for (const { content_id, problem } of lacking) {
    lines.push(`${content_id} is ${problem} in the backup, so the node has no bytes of it.`);
  }
  return lines;
}

/** @param message explains a full disk for this command */
const explainFullDisk =
  (message: string) =>
  (cause: unknown): never => {
    const { code = '' } = cause as { code?: string };
    throw ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(code) ? new Error(message, { cause }) : cause;
  };

/** Prints one line on stderr every few seconds. */
function progressLines(): (progress: BackupProgress) => void {
  const pauseMs = 2000;
  let next = performance.now() + pauseMs;
  return ({ contents, contentsDone, bytes, bytesDone }) => {
    if (performance.now() < next) return;
    next = performance.now() + pauseMs;
    process.stderr.write(
      `${contentsDone} of ${contents} contents, ${formatBytes(bytesDone)} of ${formatBytes(bytes)}\n`,
    );
  };
}
