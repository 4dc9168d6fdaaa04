import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { FolderPreview, WatchedFolder } from '../../contract/dashboard-api/library/watched-folders.ts';
import { formatBytes } from '../../core/bytes/format-bytes.ts';
import { messageText } from '../../core/messages/message-text.ts';
import { confirm } from '../confirm.ts';
import { addCommand, type CommandOptions, onNode, printResult } from './node-command.ts';

interface WatchOptions extends CommandOptions {
  mirror?: boolean;
  yes?: boolean;
}

/** Adds `alcove folders list | watch | remove | move-files`, for the running node. */
export function addFolderCommands(program: Command): void {
  const folders = program
    .command('folders')
    .description('folders of this computer whose files the node adds to its library');

  addCommand(folders, 'list', 'list the watched folders').action(async (options: CommandOptions) => {
    const result = await onNode(options, (control) => control.listFolders());
    const lines = result.folders.map(lineOf);
    printResult(options, result, ...(lines.length > 0 ? lines : ['No folder is watched.']));
  });

  addCommand(folders, 'watch', 'add the files of a folder, and follow its changes')
    .argument('<folder>', 'the folder')
    .option('--mirror', 'move files to the trash that are removed from the folder')
    .option('--yes', 'do not ask')
    .action(async (path: string, options: WatchOptions) => {
      const folder = resolve(path);
      const preview = await onNode(options, (control) => control.previewFolder({ path: folder }));
      process.stderr.write(previewText(preview));
      if (!options.yes && !(await confirm('Add these files and watch the folder?'))) return;
      const mode = options.mirror ? 'mirror' : 'add';
      const added = await onNode(options, (control) => control.watchFolder({ path: folder, mode }));
      printResult(options, added, lineOf(added));
    });

  addCommand(folders, 'remove', 'stop watching a folder; its files stay in the library')
    .argument('<id>', 'the id of the folder, see: alcove folders list')
    .action(async (id: string, options: CommandOptions) => {
      const result = await onNode(options, (control) => control.removeFolder(id));
      printResult(options, result, 'The folder is no longer watched.');
    });

  addCommand(folders, 'move-files', 'move all stored files to another folder while the node runs')
    .argument('<folder>', 'the folder, which is created')
    .action(async (path: string, options: CommandOptions) => {
      const result = await onNode(options, (control) => control.moveStorage({ path: resolve(path) }));
      printResult(options, result, `Files are moving to ${result.folder}.`);
    });
}

function lineOf({ id, state, mode, files, path, message }: WatchedFolder): string {
  const line = `${id}  ${state}  ${mode}  ${files} files  ${path}`;
  return message ? `${line}\n  ${messageText(message)}` : line;
}

function previewText({ path, files, bytes, skipped }: FolderPreview): string {
  const left = skipped.map(
    ({ reason, count, examples }) => `  ${reason}: ${count} (${examples.join(', ')})\n`,
  );
  return `${path}: ${files} files, ${formatBytes(bytes)}\n${left.length > 0 ? `Left out:\n${left.join('')}` : ''}`;
}
