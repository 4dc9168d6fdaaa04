import type { Command } from 'commander';
import { addCommand, type CommandOptions, onNode, printResult } from './node-command.ts';

/** Adds `alcove block | unblock | blocked`, for the running node or a folder without one. */
export function addBlockCommands(program: Command): void {
  addCommand(program, 'block', 'delete a file, and neither store nor serve it again')
    .argument('<id>', 'the content id, in any spelling')
    .option('--reason <text>', 'the reason, for your own records', '')
    .action(async (id: string, options: CommandOptions & { reason: string }) => {
      const blocked = await onNode(options, (control) =>
        control.block({ content_id: id, reason: options.reason }),
      );
      printResult(options, blocked, `Blocked ${blocked.content_id}.`);
    });

  addCommand(program, 'unblock', 'unblock a file; the deleted file is not restored')
    .argument('<id>', 'the content id, in any spelling')
    .action(async (id: string, options: CommandOptions) => {
      const result = await onNode(options, (control) => control.unblock(id));
      if (!result.unblocked) throw new Error(`${id} was not blocked. See: alcove blocked`);
      printResult(options, result, 'Unblocked.');
    });

  addCommand(program, 'blocked', 'list the blocked files, newest first').action(
    async (options: CommandOptions) => {
      const result = await onNode(options, (control) => control.listBlocked());
      const lines = result.blocked.map(({ content_id, blocked_at, reason }) =>
        `${content_id}  ${blocked_at}  ${reason}`.trimEnd(),
      );
      printResult(options, result, ...(lines.length > 0 ? lines : ['Nothing is blocked.']));
    },
  );
}
