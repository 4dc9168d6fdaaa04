import type { Command } from 'commander';
import { formatBytes } from '../../core/bytes/format-bytes.ts';
import { systemClock } from '../../core/clock.ts';
import { dataFolder } from '../../core/data-folder/data-folder.ts';
import type { BackupReport, RestoreReport } from '../../features/recovery/index.ts';
import { isDiskFull } from '../../platform/blobs/store/system-code.ts';
import { hasDatabase } from '../../platform/sqlite/database-file.ts';
import { NoDataError } from '../no-data-error.ts';
import { progressLines } from '../progress-lines.ts';
import { addCommand, type CommandOptions, printResult } from './node-command.ts';

const keyStoreNote =
  'The node’s key is in the key store of this computer. Copies of the key do not work on other computers, so a restored node cannot start there.';

/** Loaded on demand, since other commands do not need it. */
const recovery = () => import('../../features/recovery/index.ts');

/** Adds `alcove backup | restore`. */
export function addBackupCommands(program: Command): void {
  addCommand(
    program,
    'backup',
    'back up the node to a folder, also while the node runs; unchanged files are not copied again',
  )
    .argument('<folder>', 'the folder of the backup, preferably on another disk')
    .option('--verify', 'hash every file of the backup, including files of earlier runs')
    .action(async (folder: string, options: CommandOptions & { verify?: boolean }) => {
      const dataDir = dataFolder(options.dataDir);
      if (!hasDatabase(dataDir)) throw new NoDataError(dataDir);
      const { backUp } = await recovery();
      const report = await backUp({
        dataDir,
        folder,
        verify: options.verify ?? false,
        onProgress: progressLines(),
        clock: systemClock,
      });
      printResult(options, backupDocument(folder, report), ...backupLines(folder, report));
      if (report.manifest.lacking.length > 0) process.exitCode = 1;
    });

  addCommand(program, 'restore', 'restore a backup into a new data folder')
    .argument('<folder>', 'the folder of the backup')
    .action(async (folder: string, options: CommandOptions) => {
      const dataDir = dataFolder(options.dataDir);
      const { restore } = await recovery();
      const report = await restore({ folder, dataDir, onProgress: progressLines() }).catch(explainFullDisk);
      printResult(options, restoreDocument(dataDir, report), ...restoreLines(dataDir, report));
      if (report.lacking.length > 0) process.exitCode = 1;
    });
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
  key_in_key_store: isInKeyStore,
  same_disk: sameDisk,
});

function backupLines(folder: string, report: BackupReport): string[] {
  const { manifest, copied, linked, removed, isInKeyStore, sameDisk } = report;
  const lines = [
    `${folder} contains a complete backup of ${manifest.contents} files (${formatBytes(manifest.content_bytes)}), made ${manifest.made_at}.`,
    `Added: ${copied + linked}. Removed: ${removed}.`,
    isInKeyStore
      ? keyStoreNote
      : 'The backup contains the node’s key. Anyone who has it can impersonate your node, so keep it as safe as the node itself.',
  ];
  if (sameDisk) lines.push('The backup is on the same disk as the node. Copy it to another disk.');
  for (const id of manifest.lacking) {
    lines.push(`Missing from the backup: ${id}, which is lost or damaged in the node.`);
  }
  return lines;
}

const restoreDocument = (dataDir: string, report: RestoreReport) => ({
  data_dir: dataDir,
  made_at: report.manifest.made_at,
  public_key: report.manifest.public_key,
  restored: report.restored,
  lacking: report.lacking,
  key_in_key_store: report.isInKeyStore,
  former_storage_folder: report.formerStorageFolder ?? null,
});

function restoreLines(dataDir: string, report: RestoreReport): string[] {
  const { manifest, restored, lacking, isInKeyStore, formerStorageFolder } = report;
  const lines = [
    `Restored the node of ${manifest.made_at} with ${restored} files to ${dataDir}.`,
    'Never run two nodes with the same key. Remove the old node before you start this one.',
  ];
  if (isInKeyStore) lines.push(keyStoreNote);
  if (formerStorageFolder !== undefined) {
    lines.push(
      `The files were in ${formerStorageFolder}. They are now in the data folder, and the setting storage.folder was removed.`,
    );
  }
  for (const { content_id, problem } of lacking) {
    lines.push(`Not restored: ${content_id}, which is ${problem} in the backup.`);
  }
  return lines;
}

function explainFullDisk(cause: unknown): never {
  if (!isDiskFull(cause)) throw cause;
  throw new Error('The disk of the data folder is full. Nothing was restored.', { cause });
}
