import { type Command, Option } from 'commander';
import { dataFolder } from '../../core/data-folder/data-folder.ts';
import { withControl } from '../with-control.ts';

interface Options {
  dataDir?: string;
  json?: boolean;
}

const print = (text: string) => process.stdout.write(`${text}\n`);

/** Adds `alcove block | unblock | blocked`, for the running node or a folder without one. */
export function addBlockCommands(program: Command): void {
  const command = (name: string, description: string) =>
    program
      .command(name)
      .description(description)
      .addOption(new Option('--data-dir <folder>', 'the data folder'))
      .addOption(new Option('--json', 'print JSON'));

  command('block', 'delete a file, and neither store nor serve it again')
    .argument('<id>', 'the content id, in any spelling')
    .option('--reason <text>', 'the reason, for your own records', '')
    .action(async (id: string, options: Options & { reason: string }) => {
      const blocked = await withControl(
        dataFolder(options.dataDir),
        (control) => control.block({ content_id: id, reason: options.reason }),
        { create: false },
      );
      print(options.json ? JSON.stringify(blocked) : `Blocked ${blocked.content_id}.`);
    });

  command('unblock', 'unblock a file; the deleted file is not restored')
    .argument('<id>', 'the content id, in any spelling')
    .action(async (id: string, options: Options) => {
      const answer = await withControl(dataFolder(options.dataDir), (control) => control.unblock(id), {
        create: false,
      });
      if (!answer.unblocked) throw new Error(`${id} was not blocked. See: alcove blocked`);
      print(options.json ? JSON.stringify(answer) : 'Unblocked.');
    });

  command('blocked', 'list the blocked files, newest first').action(async (options: Options) => {
    const answer = await withControl(dataFolder(options.dataDir), (control) => control.listBlocked(), {
      create: false,
    });
    if (options.json) {
      print(JSON.stringify(answer));
      return;
    }
    if (answer.blocked.length === 0) print('Nothing is blocked.');
    for (const { content_id, blocked_at, reason } of answer.blocked) {
      print(`${content_id}  ${blocked_at}  ${reason}`.trimEnd());
    }
  });
}
